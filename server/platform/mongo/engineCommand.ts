import { engineMessages } from './embeddedMongoMessages.ts'
import { glibcFallback } from './glibcFallback.ts'

/** glibc version that the engine's native library needs. */
const requiredGlibc = '2.38'

/** The program for the engine's process, and its arguments before the script. */
type EngineCommand = { program: string; leading: string[] }

/**
 * Node itself, or, if the system's glibc is too old for the engine, Node through the loader of a newer one. Rejects
 * with a message that names the other ways to a database.
 */
export async function engineCommand(notify: (sentence: string) => void): Promise<EngineCommand> {
  const node = { program: process.execPath, leading: [] }
  if (process.platform === 'darwin' && process.arch === 'arm64') return node
  if (process.platform !== 'linux') throw unavailable(`${process.platform} ${process.arch}`)

  const glibc = glibcVersion()
  if (glibc === undefined) throw unavailable('musl')
  if (isAtLeast(glibc, requiredGlibc)) return node
  try {
    const { folder, loader } = await glibcFallback(notify)
    return { program: loader, leading: ['--library-path', folder, process.execPath] }
  } catch (error) {
    throw unavailable(String(error))
  }
}

/** A failed command gives its reason in the last line. */
function unavailable(reason: string): Error {
  return new Error(engineMessages.unavailable(reason.trim().split('\n').at(-1) ?? ''))
}

/** glibc version of this process; undefined on other C libraries. */
function glibcVersion(): string | undefined {
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport()
  return report.header?.glibcVersionRuntime
}

/** Compares dotted version numbers: `2.9` is older than `2.38`. */
export function isAtLeast(version: string, wanted: string): boolean {
  return version.localeCompare(wanted, 'en', { numeric: true }) >= 0
}

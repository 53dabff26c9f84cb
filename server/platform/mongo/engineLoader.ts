import { engineSentences } from './embeddedMongoMessages.ts'
import { glibcFallback } from './glibcFallback.ts'

/** The glibc that the engine's native library is linked against. */
const requiredGlibc = '2.38'

/** The program that runs the engine's process, and what comes before the path of its script. */
export type EngineCommand = { program: string; leading: string[] }

/**
 * Node itself, or, where the system's glibc is too old for the engine, Node through the loader of a newer one.
 * Rejects with the sentence that names the other ways to a database.
 */
export async function engineCommand(tell: (sentence: string) => void): Promise<EngineCommand> {
  const node = { program: process.execPath, leading: [] }
  if (process.platform === 'darwin' && process.arch === 'arm64') return node
  if (process.platform !== 'linux') throw unavailable(`${process.platform} ${process.arch}`)

  const glibc = glibcVersion()
  if (glibc === undefined) throw unavailable('musl')
  if (isAtLeast(glibc, requiredGlibc)) return node
  try {
    const { folder, loader } = await glibcFallback(tell)
    return { program: loader, leading: ['--library-path', folder, process.execPath] }
  } catch (error) {
    throw unavailable(String(error))
  }
}

/** A command that failed says why in its last line. */
function unavailable(reason: string): Error {
  return new Error(engineSentences.unavailable(reason.trim().split('\n').at(-1) ?? ''))
}

/** The version of the C library this process runs on; undefined where that is not glibc. */
function glibcVersion(): string | undefined {
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport()
  return report.header?.glibcVersionRuntime
}

/** Compares dotted version numbers, `2.9` before `2.38`. */
export function isAtLeast(version: string, wanted: string): boolean {
  return version.localeCompare(wanted, 'en', { numeric: true }) >= 0
}

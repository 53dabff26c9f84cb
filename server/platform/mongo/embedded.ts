import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import mongoose from 'mongoose'
import { standardError } from '#server/platform/log.ts'
import { engineMessages } from './embeddedMongoMessages.ts'
import { engineCommand } from './engineCommand.ts'

const databaseName = 'geulmaru'
const stopLimitMs = 10_000

export type EmbeddedEngine = {
  /** MongoDB URL. Acknowledged writes are in the journal. */
  url: string
  pid: number
  /** Closes the engine's files and resolves when its process has exited. */
  stop: () => Promise<void>
  /** Resolves with a message if the process exits without `stop`. */
  died: Promise<string>
}

/** The embedded build lacks the cost-based planner, so it must choose indexes by trial. */
const PLANNING = { internalQueryPlanRanker: 'multiPlanning' }

type EngineOptions = {
  /** Its `mongo` subdirectory holds the engine's files; only one engine may open it at a time. */
  dataDir: string
  log: { info: (sentence: string) => void }
  /** Passed to `setParameter` before the URL is returned. */
  parameters?: Record<string, boolean | number | string>
}

/** Starts the MongoDB engine in a child process. Rejects with a message for the operator. */
export async function startEmbeddedEngine({
  dataDir,
  log,
  parameters,
}: EngineOptions): Promise<EmbeddedEngine> {
  const directory = resolve(dataDir, 'mongo')
  const { program, leading } = await engineCommand(sentence => log.info(sentence))
  await mkdir(directory, { recursive: true, mode: 0o700 })

  const script = createRequire(import.meta.url).resolve('#engine')
  const child = spawn(program, [...leading, script, directory], { stdio: ['pipe', 'pipe', 'pipe'] })
  // Piped, not inherited: a blocked reader of stderr would block the engine.
  child.stderr.on('data', (words: Buffer) => standardError.write(words.toString()))
  // The pipe breaks when the engine exits, which `exited` reports.
  child.stdin.on('error', () => {})
  const exited = exitOf(child)
  const uri = await Promise.race([
    readAddress(child.stdout, directory),
    exited.then(exitReason => throwOpenError(directory, exitReason)),
  ])

  let isStopping = false
  const stop = async () => {
    isStopping = true
    child.stdin.end()
    const kill = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await exited
    clearTimeout(kill)
  }
  const died = new Promise<string>(notify => {
    void exited.then(exitReason => isStopping || notify(engineMessages.died(exitReason)))
  })

  const url = withJournal(uri)
  try {
    await setParameters(url, { ...PLANNING, ...parameters })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, pid: child.pid ?? 0, stop, died }
}

/** Resolves with the exit reason after all output; also if the process could not be spawned. */
async function exitOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'close')
    return String(signal ?? `exit code ${code}`)
  } catch (error) {
    return String(error)
  }
}

/** Reads the single line that the child prints. */
async function readAddress(output: NodeJS.ReadableStream, directory: string): Promise<string> {
  const [line] = await once(createInterface({ input: output }), 'line')
  const answer: { uri?: string; error?: string } = JSON.parse(line)
  return answer.uri ?? throwOpenError(directory, answer.error ?? '')
}

function throwOpenError(directory: string, reason: string): never {
  if (reason.includes('DBPathInUse')) throw new Error(engineMessages.directoryInUse(directory))
  throw new Error(engineMessages.openFailed(directory, reason))
}

/**
 * `w=1`, not `majority`: a standalone engine has no majority, and with it acknowledges without waiting for its journal.
 * Of 400 writes acknowledged that way just before a SIGKILL about 50 were lost; with `w=1` none.
 */
function withJournal(uri: string): string {
  const url = new URL(uri)
  url.pathname = databaseName
  url.searchParams.set('w', '1')
  url.searchParams.set('journal', 'true')
  return url.href
}

async function setParameters(
  url: string,
  parameters: NonNullable<EngineOptions['parameters']>,
): Promise<void> {
  const client = await mongoose.mongo.MongoClient.connect(url)
  try {
    for (const [name, value] of Object.entries(parameters))
      await client.db('admin').command({ setParameter: 1, [name]: value })
  } finally {
    await client.close()
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import mongoose from 'mongoose'
import { standardError } from '#server/platform/output.ts'
import { engineSentences } from './embeddedMongoMessages.ts'
import { engineCommand } from './engineLoader.ts'

const databaseName = 'geulmaru'
const stopLimitMs = 10_000

export type EmbeddedEngine = {
  /** A MongoDB address; what it acknowledges is in the journal. */
  url: string
  /** The engine's process. */
  pid: number
  /** Closes the engine's files in order and resolves when its process is gone. */
  stop: () => Promise<void>
  /** Resolves with a sentence if the process ends without `stop`. */
  died: Promise<string>
}

/**
 * Of several indexes the embedded build chooses by trying them alone: what else it would ask, when no trial finds anything, is
 * not part of it.
 */
const PLANNING = { internalQueryPlanRanker: 'multiPlanning' }

type EngineOptions = {
  /** The engine keeps its files in `mongo` under this directory; one engine at a time may have it open. */
  dataDir: string
  log: { info: (sentence: string) => void }
  /** Passed to MongoDB's `setParameter` before anybody gets the address. */
  parameters?: Record<string, boolean | number | string>
}

/** Starts MongoDB's engine in a child process. Rejects with one sentence to show when that is impossible. */
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
  // Not inherited: the engine would wait for whoever does not read what it says.
  child.stderr.on('data', (words: Buffer) => standardError.write(words.toString()))
  // Its end of the pipe closes when it dies, which `exited` already tells.
  child.stdin.on('error', () => {})
  const exited = exitOf(child)
  const uri = await Promise.race([
    addressFrom(child.stdout, directory),
    exited.then(how => failed(directory, how)),
  ])

  let stopping = false
  const stop = async () => {
    stopping = true
    child.stdin.end()
    const kill = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await exited
    clearTimeout(kill)
  }
  const died = new Promise<string>(tell => {
    void exited.then(how => stopping || tell(engineSentences.died(how)))
  })

  const url = journalled(uri)
  try {
    await setParameters(url, { ...PLANNING, ...parameters })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, pid: child.pid ?? 0, stop, died }
}

/** Resolves with how the process ended, after all it printed; also when it could not even be started. */
async function exitOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'close')
    return String(signal ?? `exit code ${code}`)
  } catch (error) {
    return String(error)
  }
}

/** Reads the one line that the child prints. */
async function addressFrom(output: NodeJS.ReadableStream, directory: string): Promise<string> {
  const [line] = await once(createInterface({ input: output }), 'line')
  const answer: { uri?: string; error?: string } = JSON.parse(line)
  return answer.uri ?? failed(directory, answer.error ?? '')
}

function failed(directory: string, reason: string): never {
  if (reason.includes('DBPathInUse')) throw new Error(engineSentences.directoryInUse(directory))
  throw new Error(engineSentences.openFailed(directory, reason))
}

/**
 * `w=1` and not `majority`: a lone engine has no majority, and asked for one it answers without waiting for its
 * journal. Of 400 writes acknowledged so just before a SIGKILL about 50 were lost; with `w=1` none.
 */
function journalled(uri: string): string {
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

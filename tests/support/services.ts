import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import mongoose from 'mongoose'
import { type EmbeddedEngine, startEmbeddedEngine } from '#server/platform/mongo/embedded.ts'

/** The embedded engine on an empty directory; it rejects every query without an index. */
export async function startTestEngine(): Promise<EmbeddedEngine> {
  const dataDir = await engineDirectory('test')
  const log = { info: (sentence: string) => void process.stdout.write(`${sentence}\n`) }
  const engine = await startEmbeddedEngine({ dataDir, log, parameters: { notablescan: true } })
  const stop = async () => {
    await engine.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...engine, stop }
}

/** The address of an empty database of this worker, on the engine at `mongoUrl`. */
export async function databaseUrl(mongoUrl: string, workerId: string | number): Promise<string> {
  const url = new URL(mongoUrl)
  url.pathname = `test_${workerId}`
  const client = await mongoose.mongo.MongoClient.connect(url.href)
  // The collections are emptied, not dropped: recreating the indexes would take longer than most tests.
  const collections = await client.db().collections()
  const emptying = collections.map(({ namespace }) => ({
    namespace,
    name: 'deleteMany' as const,
    filter: {},
  }))
  if (emptying.length > 0) await client.bulkWrite(emptying)
  await client.close()
  return url.href
}

export type TestRedis = {
  url: string
  /** Kills it like a crash; the address stays reserved for `restart`. */
  kill: () => Promise<void>
  /** Restarts it, empty, at the same address. */
  restart: () => Promise<void>
  /** Suspends it: its connections stay open, and nothing is answered. */
  pause: () => void
  resume: () => void
  stop: () => Promise<void>
}

/** A real Redis that stores nothing on disk. */
export async function startTestRedis(): Promise<TestRedis> {
  const port = await freePort()
  let redis = await launchRedis(port)
  const kill = () => redis.end('SIGKILL')
  const restart = async () => {
    await kill()
    redis = await launchRedis(port)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart,
    pause: () => redis.signal('SIGSTOP'),
    resume: () => redis.signal('SIGCONT'),
    stop: () => redis.end('SIGTERM'),
  }
}

/** Resolves, once it accepts connections, with functions that send it a signal and end it by one. */
export async function launchRedis(port: number, more: Record<string, string> = {}) {
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    save: '',
    appendonly: 'no',
    dir: tmpdir(),
    ...more,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const redis = spawnWithParentWatch('$(command -v redis-server || command -v valkey-server)', args)
  const exited = once(redis, 'exit')

  const printed: string[] = []
  for await (const line of createInterface({ input: redis.stdout })) {
    printed.push(line)
    if (line.includes('Ready to accept connections')) break
  }
  if (!printed.at(-1)?.includes('Ready')) throw new Error(`Redis did not start:\n${printed.join('\n')}`)
  redis.stdout.resume()

  const signal = (name: NodeJS.Signals) => void redis.kill(name)
  async function end(name: NodeJS.Signals): Promise<void> {
    signal(name)
    await exited
  }
  return { signal, end }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

/**
 * Starts a program with a watcher that kills it when its input is closed, so that it never outlives this process.
 * @param program a shell expression for the program.
 */
export function spawnWithParentWatch(program: string, args: string[]) {
  const tied = `
exec 3<&0
(cat <&3; kill -9 $$) >/dev/null 2>&1 &
exec "${program}" "$@" 3<&- </dev/null
`
  return spawn('sh', ['-c', tied, program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
}

/** The in-memory file system of Linux; in a container it may be too small. */
const MEMORY_DIRECTORY = '/dev/shm'
/** For the engines of all workers together, in bytes. */
const MIN_FREE_BYTES = 2 * 1024 ** 3

/**
 * Creates an empty directory for the files of an engine: in memory if there is space, because every acknowledged
 * write waits for the files. A killed process loses nothing there, as on a disk.
 */
export function engineDirectory(name: string): Promise<string> {
  return mkdtemp(join(hasMemorySpace() ? MEMORY_DIRECTORY : tmpdir(), `geulmaru-${name}-`))
}

function hasMemorySpace(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DIRECTORY)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}

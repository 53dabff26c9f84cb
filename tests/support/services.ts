import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import mongoose from 'mongoose'
import { type EmbeddedEngine, startEmbeddedEngine } from '#server/platform/mongo/embedded.ts'
import { engineDirectory } from './directories.ts'
import { spawnWithParentWatch } from './spawnWithParentWatch.ts'

/** The embedded engine on an empty directory; it refuses every query that no index covers. */
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

/** The address of an empty database of this worker's own, on the engine at `mongoUrl`. */
export async function databaseUrl(mongoUrl: string, workerId: string | number): Promise<string> {
  const url = new URL(mongoUrl)
  url.pathname = `test_${workerId}`
  const client = await mongoose.mongo.MongoClient.connect(url.href)
  // Not dropped: making the indexes anew would take longer than most tests.
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
  /** Ends it like a crash; the address stays reserved for `restart`. */
  kill: () => Promise<void>
  /** Starts it again, empty, at the same address. */
  restart: () => Promise<void>
  /** Holds it where it stands: its connections stay, and nobody answers. */
  pause: () => void
  resume: () => void
  stop: () => Promise<void>
}

/** A real Redis of its own that keeps nothing on disk. */
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

/** Resolves, once it accepts connections, with how to send it a signal, and how to end it by one. */
export async function launchRedis(port: number, more: Record<string, string> = {}) {
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    save: '',
    appendonly: 'no',
    dir: tmpdir(),
    ...more,
  }
  const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const redis = spawnWithParentWatch('$(command -v redis-server || command -v valkey-server)', words)
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

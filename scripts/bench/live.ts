import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { shareNote } from '#protocol/shares.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl, startTestEngine, startTestRedis } from '#tests/support/services.ts'
import type { LiveJob, LiveResult } from './liveJob.ts'
import { makeWorld, SECRET } from './liveWorld.ts'

/**
 * From the start of a call to the last socket that hears of it, beside a bare Socket.IO server in the same run, on one
 * node and on two. All listen to one hub of the most members there may be, with several tabs each.
 */
const SIZES = [
  { sockets: 200, pauseMs: 20 },
  { sockets: 1_000, pauseMs: 50 },
  { sockets: 5_000, pauseMs: 100 },
]
const CALLS = 40

interface Node {
  url: string
  pid: number
  stop(): unknown
}

const engine = await startTestEngine()
const redis = await startTestRedis()
const mongoUrl = await databaseUrl(engine.url, 'bench_live')
try {
  const world = await makeWorld(mongoUrl, 2 * SIZES.length * CALLS)
  let used = 0
  for (const count of [1, 2]) {
    const REDIS_URL = count > 1 ? redis.url : ''
    for (const size of SIZES) {
      const bare = await measure(count, size, () => startBare(REDIS_URL), {
        tokens: [''],
        path: '/',
        calls: Array.from({ length: CALLS }, () => ({})),
      })
      const startOurs = () =>
        startBuiltNode({ MONGODB_URL: mongoUrl, REDIS_URL, JWT_SECRET: SECRET, RATE_LIMIT_SCALE: '1000000' })
      const notes = world.noteNos.slice(used, used + CALLS)
      used += CALLS
      const ours = await measure(count, size, startOurs, {
        tokens: world.tokens,
        path: shareNote.path,
        calls: notes.map(noteNo => ({ hubNo: world.hubNo, noteNo })),
      })
      console.log(`\n${count} node(s), ${size.sockets} sockets`)
      console.table({ 'bare Socket.IO': bare, 글마루: ours })
      console.log(`p50 ${(ours.p50 / bare.p50).toFixed(2)} × bare, p99 ${(ours.p99 / bare.p99).toFixed(2)} ×`)
    }
  }
} finally {
  await redis.stop()
  await engine.stop()
}

async function measure(
  count: number,
  { sockets, pauseMs }: (typeof SIZES)[number],
  start: () => Promise<Node>,
  { tokens, path, calls }: { tokens: string[]; path: string; calls: unknown[] },
) {
  const nodes = await Promise.all(Array.from({ length: count }, start))
  const clients = fork(new URL('liveClients.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  try {
    const urls = nodes.map(node => node.url.replace('localhost', '127.0.0.1'))
    const memoryBefore = nodes.reduce((sum, { pid }) => sum + residentKiB(pid), 0)
    const job: LiveJob = { urls, tokens, sockets, calls, pauseMs, callUrl: `${urls[0]}${path}` }
    clients.send(job)
    await once(clients, 'message')
    const memory = nodes.reduce((sum, { pid }) => sum + residentKiB(pid), 0) - memoryBefore
    clients.send('go')
    const [{ durations, delivered }] = (await once(clients, 'message')) as [LiveResult]
    durations.sort((a, b) => a - b)
    const quantile = (part: number) =>
      Number((durations[Math.min(durations.length - 1, Math.floor(durations.length * part))] ?? 0).toFixed(1))
    return {
      p50: quantile(0.5),
      p99: quantile(0.99),
      max: quantile(1),
      delivered,
      expected: sockets * calls.length,
      'KiB a socket': Number((memory / sockets).toFixed(1)),
    }
  } finally {
    clients.kill()
    await Promise.all(nodes.map(node => node.stop()))
  }
}

async function startBare(redisUrl: string): Promise<Node> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/bench/bareSocketIo.ts'], {
    env: { ...process.env, REDIS_URL: redisUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: String(url), pid: child.pid ?? 0, stop: () => child.kill() }
}

/** What a process holds in memory, in KiB. */
function residentKiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

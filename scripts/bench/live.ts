import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { HUB_MEMBERS_MAX } from '#protocol/limits.ts'
import { shareNote } from '#protocol/shares.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl, startTestEngine, startTestRedis } from '#tests/support/services.ts'
import type { LiveJob, LiveResult } from './liveJob.ts'
import { HUB_SIZES, makeWorld, SECRET } from './liveWorld.ts'

/**
 * From the start of a call to the last socket that hears of it, beside a bare Socket.IO server, and the `ws` that it
 * stands on, in the same run. All sockets are in the one full hub, with several tabs each; `mixed` shares in turn in
 * hubs of 5 to 200 members. Takes about three minutes.
 */
const ROUNDS = [
  { nodes: 1, sockets: 1_000, pauseMs: 50, hubs: [HUB_MEMBERS_MAX] },
  { nodes: 1, sockets: 5_000, pauseMs: 100, hubs: [HUB_MEMBERS_MAX] },
  { nodes: 1, sockets: 1_000, pauseMs: 50, hubs: HUB_SIZES },
  { nodes: 2, sockets: 1_000, pauseMs: 50, hubs: [HUB_MEMBERS_MAX] },
  { nodes: 2, sockets: 5_000, pauseMs: 100, hubs: [HUB_MEMBERS_MAX] },
]
type Round = (typeof ROUNDS)[number]
const CALLS = 100

interface Node {
  url: string
  pid: number
  stop(): unknown
}
type Figures = Awaited<ReturnType<typeof measure>>

const engine = await startTestEngine()
const redis = await startTestRedis()
const mongoUrl = await databaseUrl(engine.url, 'bench_live')
try {
  const world = await makeWorld(mongoUrl, ROUNDS.length * CALLS)
  for (const [at, round] of ROUNDS.entries()) {
    const REDIS_URL = round.nodes > 1 ? redis.url : ''
    const rows: Record<string, Figures> = {}
    // What bare servers do alone says nothing about two nodes.
    if (round.nodes === 1) rows['bare ws'] = await measureBare(round, 'ws', REDIS_URL)
    rows['bare Socket.IO'] = await measureBare(round, 'socket.io', REDIS_URL)
    const environment = { MONGODB_URL: mongoUrl, REDIS_URL, JWT_SECRET: SECRET, RATE_LIMIT_SCALE: '1000000' }
    rows.글마루 = await measure(round, () => startBuiltNode(environment), {
      kind: 'socket.io',
      tokens: world.tokens,
      path: shareNote.path,
      bodyOf: (size, call) => ({ hubNo: world.hubNos.get(size), noteNo: world.noteNos[at * CALLS + call] }),
    })
    report(round, rows)
  }
} finally {
  await redis.stop()
  await engine.stop()
}

function measureBare(round: Round, kind: LiveJob['kind'], redisUrl: string): Promise<Figures> {
  return measure(round, () => startBare(kind, redisUrl), {
    kind,
    tokens: Array.from({ length: HUB_MEMBERS_MAX }, (_, place) => String(place)),
    path: '/',
    bodyOf: size => ({ hubNo: size }),
  })
}

interface Measured {
  kind: LiveJob['kind']
  tokens: string[]
  path: string
  bodyOf(hubSize: number, call: number): unknown
}

async function measure(round: Round, start: () => Promise<Node>, { kind, tokens, path, bodyOf }: Measured) {
  const { sockets, pauseMs, hubs } = round
  const nodes = await Promise.all(Array.from({ length: round.nodes }, start))
  const clients = fork(new URL('liveClients.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  try {
    const urls = nodes.map(node => node.url.replace('localhost', '127.0.0.1'))
    const calls = Array.from({ length: CALLS }, (_, call) => {
      const size = hubs[call % hubs.length] ?? 0
      const expected = Array.from({ length: sockets }, (_, place) => place % tokens.length)
      return { body: bodyOf(size, call), expected: expected.filter(place => place < size).length }
    })
    const memoryBefore = nodes.reduce((sum, { pid }) => sum + residentKiB(pid), 0)
    const job: LiveJob = { kind, urls, tokens, sockets, calls, pauseMs, callUrl: `${urls[0]}${path}` }
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
      expected: calls.reduce((sum, { expected }) => sum + expected, 0),
      'KiB a socket': Number((memory / sockets).toFixed(1)),
    }
  } finally {
    clients.kill()
    await Promise.all(nodes.map(node => node.stop()))
  }
}

function report({ nodes, sockets, hubs }: Round, rows: Record<string, Figures>): void {
  console.log(`\n${nodes} node(s), ${sockets} sockets${hubs.length > 1 ? ', mixed hubs' : ''}; milliseconds`)
  console.table(rows)
  const { 'bare Socket.IO': bare, 글마루: ours } = rows
  if (bare && ours)
    console.log(`p50 ${(ours.p50 / bare.p50).toFixed(2)} × bare, p99 ${(ours.p99 / bare.p99).toFixed(2)} ×`)
}

async function startBare(kind: LiveJob['kind'], redisUrl: string): Promise<Node> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/bench/bareLive.ts'], {
    env: { ...process.env, REDIS_URL: redisUrl, KIND: kind },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: String(url), pid: child.pid ?? 0, stop: () => child.kill() }
}

/** What a process holds in memory, in KiB. */
function residentKiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { postComment } from '#protocol/comments.ts'
import { HUB_MEMBERS_MAX } from '#protocol/limits.ts'
import { shareNote } from '#protocol/shares.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl, startTestEngine, startTestRedis } from '#tests/support/services.ts'
import { startBare } from './bare.ts'
import { COMMENT, type PublishedEvent } from './liveEvents.ts'
import type { LiveCall, LiveJob, LiveResult } from './liveJob.ts'
import { createFixtures, HUB_SIZES, SECRET } from './liveWorld.ts'

/**
 * From the start of a call to the last socket that hears of it, beside a bare Socket.IO server, and the `ws` that it
 * stands on: all are up at the same time and called in turn, so that whatever else the machine does meets all alike.
 * All sockets are in the one full hub, with up to 25 tabs each; `mixed` shares in turn in hubs of 5 to 200 members. Told is a
 * note that is shared, or a comment on one. Takes about five minutes.
 */
const ROUNDS: Round[] = [
  { told: 'note:shared', nodes: 1, sockets: 200, pauseMs: 25, hubs: [HUB_MEMBERS_MAX] },
  { told: 'note:shared', nodes: 1, sockets: 1_000, pauseMs: 25, hubs: [HUB_MEMBERS_MAX] },
  { told: 'comment:posted', nodes: 1, sockets: 1_000, pauseMs: 25, hubs: [HUB_MEMBERS_MAX] },
  { told: 'note:shared', nodes: 1, sockets: 5_000, pauseMs: 50, hubs: [HUB_MEMBERS_MAX] },
  { told: 'note:shared', nodes: 1, sockets: 1_000, pauseMs: 25, hubs: HUB_SIZES },
  { told: 'note:shared', nodes: 2, sockets: 1_000, pauseMs: 25, hubs: [HUB_MEMBERS_MAX] },
  { told: 'comment:posted', nodes: 2, sockets: 1_000, pauseMs: 25, hubs: [HUB_MEMBERS_MAX] },
  { told: 'note:shared', nodes: 2, sockets: 5_000, pauseMs: 50, hubs: [HUB_MEMBERS_MAX] },
]
interface Round {
  told: PublishedEvent
  nodes: number
  sockets: number
  /** After each call. */
  pauseMs: number
  /** Members of the hubs in which it is told, in turn. */
  hubs: number[]
}
const CALLS = 100

const COLLECTING = { NODE_OPTIONS: `--import ${new URL('collectGarbage.mjs', import.meta.url)}` }
/** Until the system has back what a process let go of. */
const GIVEN_BACK_MS = 1_000

interface Node {
  url: string
  pid: number
  stop(): unknown
}

/** One of those that are compared, with its sockets open. */
interface Contender {
  name: string
  memoryKiB: number
  results: LiveResult[]
  call(call: number): Promise<void>
  stop(): Promise<unknown>
}

const engine = await startTestEngine()
const redis = await startTestRedis()
const mongoUrl = await databaseUrl(engine.url, 'bench_live')
try {
  const world = await createFixtures(mongoUrl, ROUNDS.length * CALLS)
  for (const [at, round] of ROUNDS.entries()) {
    const REDIS_URL = round.nodes > 1 ? redis.url : ''
    const environment = {
      ...COLLECTING,
      MONGODB_URL: mongoUrl,
      REDIS_URL,
      JWT_SECRET: SECRET,
      RATE_LIMIT_SCALE: '1000000',
    }
    const contenders = [
      // What it does alone says nothing about two nodes.
      ...(round.nodes === 1 ? [await bare(round, 'bare ws', 'ws', REDIS_URL)] : []),
      await bare(round, 'bare Socket.IO', 'socket.io', REDIS_URL),
      await enter(round, '글마루', () => startBuiltNode(environment), {
        kind: 'socket.io',
        tokens: world.tokens,
        ...callThatTells(round.told, world, at),
      }),
    ]
    try {
      for (let call = 0; call < CALLS; call += 1)
        for (const contender of contenders) {
          await contender.call(call)
          await wait(round.pauseMs)
        }
      report(round, contenders)
    } finally {
      await Promise.all(contenders.map(contender => contender.stop()))
    }
  }
} finally {
  await redis.stop()
  await engine.stop()
}

type Fixtures = Awaited<ReturnType<typeof createFixtures>>

/** What makes our server tell it, in the round `at`. The first round has shared the note that is commented on. */
function callThatTells(
  told: PublishedEvent,
  { hubNos, noteNos }: Fixtures,
  at: number,
): Pick<Measured, 'path' | 'bodyOf'> {
  if (told === 'note:shared')
    return {
      path: shareNote.path,
      bodyOf: (size, call) => ({ hubNo: hubNos.get(size), noteNo: noteNos[at * CALLS + call] }),
    }
  const said = { noteNo: noteNos[0], text: COMMENT }
  return {
    path: postComment.path,
    bodyOf: size => ({ hubNo: hubNos.get(size), ...said, requestKey: randomUUID() }),
  }
}

function bare(round: Round, name: string, kind: LiveJob['kind'], redisUrl: string): Promise<Contender> {
  return enter(
    round,
    name,
    () => startBare('bareLive.ts', { ...COLLECTING, REDIS_URL: redisUrl, KIND: kind, TOLD: round.told }),
    {
      kind,
      tokens: Array.from({ length: HUB_MEMBERS_MAX }, (_, place) => String(place)),
      path: '/',
      bodyOf: size => ({ hubNo: size }),
    },
  )
}

interface Measured {
  kind: LiveJob['kind']
  tokens: string[]
  path: string
  bodyOf(hubSize: number, call: number): unknown
}

async function enter(
  { told, nodes: count, sockets, hubs }: Round,
  name: string,
  start: () => Promise<Node>,
  { kind, tokens, path, bodyOf }: Measured,
): Promise<Contender> {
  const nodes = await Promise.all(Array.from({ length: count }, start))
  const clients = fork(new URL('liveClients.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const pids = nodes.map(({ pid }) => pid)
  const urls = nodes.map(node => node.url.replace('localhost', '127.0.0.1'))
  const keptBefore = await keptKiB(pids)
  clients.send({ kind, told, urls, tokens, sockets, callUrl: `${urls[0]}${path}` } satisfies LiveJob)
  await once(clients, 'message')
  const results: LiveResult[] = []
  return {
    name,
    memoryKiB: (await keptKiB(pids)) - keptBefore,
    results,
    async call(call) {
      const size = hubs[call % hubs.length] ?? 0
      const places = Array.from({ length: sockets }, (_, place) => place % tokens.length)
      const expected = places.filter(place => place < size).length
      clients.send({ body: bodyOf(size, call), expected } satisfies LiveCall)
      const [result] = (await once(clients, 'message')) as [LiveResult]
      results.push(result)
    },
    stop() {
      clients.kill()
      return Promise.all(nodes.map(node => node.stop()))
    },
  }
}

function report({ told, nodes, sockets, hubs }: Round, contenders: Contender[]): void {
  console.log(
    `\n${told}: ${nodes} node(s), ${sockets} sockets${hubs.length > 1 ? ', mixed hubs' : ''}; milliseconds`,
  )
  const rows = Object.fromEntries(
    contenders.map(contender => [contender.name, metricsOf(contender, sockets)]),
  )
  console.table(rows)
  const { 'bare Socket.IO': bare, 글마루: ours } = rows
  if (bare && ours)
    console.log(`p50 ${(ours.p50 / bare.p50).toFixed(2)} × bare, p99 ${(ours.p99 / bare.p99).toFixed(2)} ×`)
}

function metricsOf({ results, memoryKiB }: Contender, sockets: number) {
  const durations = results.flatMap(({ took }) => took ?? []).sort((a, b) => a - b)
  const quantile = (part: number) =>
    Number((durations[Math.min(durations.length - 1, Math.floor(durations.length * part))] ?? 0).toFixed(1))
  return {
    p50: quantile(0.5),
    p99: quantile(0.99),
    max: quantile(1),
    'reached all': `${durations.length} of ${results.length}`,
    delivered: results.reduce((sum, { delivered }) => sum + delivered, 0),
    'KiB a socket': Number((memoryKiB / sockets).toFixed(1)),
  }
}

/** What processes hold in memory, in KiB, without what they no longer need. */
async function keptKiB(pids: readonly number[]): Promise<number> {
  for (const pid of pids) process.kill(pid, 'SIGUSR2')
  await wait(GIVEN_BACK_MS)
  const residentKiB = (pid: number) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  return pids.reduce((sum, pid) => sum + residentKiB(pid), 0)
}

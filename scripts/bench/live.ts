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
import { startBaseline } from './baseline.ts'
import type { LiveCall, LiveJob, LiveResult } from './liveClients.ts'
import { COMMENT, createFixtures, HUB_SIZES, type PublishedEvent, SECRET } from './liveFixtures.ts'

/**
 * Measures the time from a call to the last socket that receives its event, compared with plain Socket.IO and plain `ws`. All servers
 * run at the same time and take turns, so that other load affects them alike. All sockets are in one full hub, with up to 25 tabs
 * per user; `mixed` uses hubs of 5 to 200 members. The event is a shared note or a comment. Takes about five minutes.
 */
const ROUNDS: Round[] = [
  { event: 'note:shared', nodes: 1, sockets: 200, pauseMs: 25, hubs: [HUB_MEMBERS_MAX] },
  { event: 'note:shared', nodes: 1, sockets: 1_000, pauseMs: 25, hubs: [HUB_MEMBERS_MAX] },
  { event: 'comment:posted', nodes: 1, sockets: 1_000, pauseMs: 25, hubs: [HUB_MEMBERS_MAX] },
  { event: 'note:shared', nodes: 1, sockets: 5_000, pauseMs: 50, hubs: [HUB_MEMBERS_MAX] },
  { event: 'note:shared', nodes: 1, sockets: 1_000, pauseMs: 25, hubs: HUB_SIZES },
  { event: 'note:shared', nodes: 2, sockets: 1_000, pauseMs: 25, hubs: [HUB_MEMBERS_MAX] },
  { event: 'comment:posted', nodes: 2, sockets: 1_000, pauseMs: 25, hubs: [HUB_MEMBERS_MAX] },
  { event: 'note:shared', nodes: 2, sockets: 5_000, pauseMs: 50, hubs: [HUB_MEMBERS_MAX] },
]
interface Round {
  event: PublishedEvent
  nodes: number
  sockets: number
  /** After each call. */
  pauseMs: number
  /** Sizes of the hubs that get the event, in turn. */
  hubs: number[]
}
const CALLS = 100

const COLLECTING = { NODE_OPTIONS: `--import ${new URL('collectGarbage.mjs', import.meta.url)}` }
/** Time for the system to reclaim freed memory. */
const RECLAIM_MS = 1_000

interface Node {
  url: string
  pid: number
  stop(): unknown
}

/** A compared server with its open sockets. */
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
  const fixtures = await createFixtures(mongoUrl, ROUNDS.length * CALLS)
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
      // A single `ws` process is no baseline for two nodes.
      ...(round.nodes === 1 ? [await baseline(round, 'baseline ws', 'ws', REDIS_URL)] : []),
      await baseline(round, 'baseline Socket.IO', 'socket.io', REDIS_URL),
      await startContender(round, '글마루', () => startBuiltNode(environment), {
        kind: 'socket.io',
        tokens: fixtures.tokens,
        ...publishingCall(round.event, fixtures, at),
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

/** The call that publishes the event in round `at`. Comments are on a note that the first round shared. */
function publishingCall(
  event: PublishedEvent,
  { hubNos, noteNos }: Fixtures,
  at: number,
): Pick<ContenderOptions, 'path' | 'bodyOf'> {
  if (event === 'note:shared')
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

function baseline(round: Round, name: string, kind: LiveJob['kind'], redisUrl: string): Promise<Contender> {
  return startContender(
    round,
    name,
    () =>
      startBaseline('baselineLive.ts', {
        ...COLLECTING,
        REDIS_URL: redisUrl,
        KIND: kind,
        EVENT: round.event,
      }),
    {
      kind,
      tokens: Array.from({ length: HUB_MEMBERS_MAX }, (_, place) => String(place)),
      path: '/',
      bodyOf: size => ({ hubNo: size }),
    },
  )
}

interface ContenderOptions {
  kind: LiveJob['kind']
  tokens: string[]
  path: string
  bodyOf(hubSize: number, call: number): unknown
}

async function startContender(
  { event, nodes: count, sockets, hubs }: Round,
  name: string,
  start: () => Promise<Node>,
  { kind, tokens, path, bodyOf }: ContenderOptions,
): Promise<Contender> {
  const nodes = await Promise.all(Array.from({ length: count }, start))
  const clients = fork(new URL('liveClients.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const pids = nodes.map(({ pid }) => pid)
  const urls = nodes.map(node => node.url.replace('localhost', '127.0.0.1'))
  const usedBefore = await usedMemoryKiB(pids)
  clients.send({ kind, event, urls, tokens, sockets, callUrl: `${urls[0]}${path}` } satisfies LiveJob)
  await once(clients, 'message')
  const results: LiveResult[] = []
  return {
    name,
    memoryKiB: (await usedMemoryKiB(pids)) - usedBefore,
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

function report({ event, nodes, sockets, hubs }: Round, contenders: Contender[]): void {
  console.log(
    `\n${event}: ${nodes} node(s), ${sockets} sockets${hubs.length > 1 ? ', mixed hubs' : ''}; milliseconds`,
  )
  const rows = Object.fromEntries(
    contenders.map(contender => [contender.name, metricsOf(contender, sockets)]),
  )
  console.table(rows)
  const { 'baseline Socket.IO': baseline, 글마루: ours } = rows
  if (baseline && ours)
    console.log(
      `p50 ${(ours.p50 / baseline.p50).toFixed(2)} × baseline, p99 ${(ours.p99 / baseline.p99).toFixed(2)} ×`,
    )
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

/** The memory of processes in KiB, after garbage collection. */
async function usedMemoryKiB(pids: readonly number[]): Promise<number> {
  for (const pid of pids) process.kill(pid, 'SIGUSR2')
  await wait(RECLAIM_MS)
  const residentKiB = (pid: number) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  return pids.reduce((sum, pid) => sum + residentKiB(pid), 0)
}

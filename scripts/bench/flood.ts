import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { AGORA_NAMESPACE } from '#protocol/events.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { getTopics } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl, startTestEngine } from '#tests/support/services.ts'
import type { FloodJob, FloodResult } from './floodWorker.ts'
import { createFixtures, SECRET } from './liveFixtures.ts'

/**
 * Compares latencies with and without a flood of sockets from the same address. The flooding client runs on the same processors, in
 * a process with low priority; `a busy neighbour` measures its cost alone. RATE_LIMIT_SCALE=1000000 disables the limits. Takes about
 * three minutes.
 */
const MEASURED_MS = 10_000
const FLOOD_AHEAD_MS = 500
const READERS = 10
/** Stays within the rate limit of one user. */
const SHARE_PAUSE_MS = 600
const protocol = PROTOCOL_VERSION

const engine = await startTestEngine()
const mongoUrl = await databaseUrl(engine.url, 'bench_flood')
const fixtures = await createFixtures(mongoUrl, 1)
const { RATE_LIMIT_SCALE = '1' } = process.env
const node = await startBuiltNode({ MONGODB_URL: mongoUrl, JWT_SECRET: SECRET, RATE_LIMIT_SCALE })
const url = node.url.replace('localhost', '127.0.0.1')
const [author = '', friend = '', ...readers] = fixtures.tokens
const thread = { hubNo: fixtures.hubNos.get(5) ?? 0, noteNo: fixtures.noteNos[0] ?? 0 }
const friendsTab = io(url, { transports: ['websocket'], auth: { token: friend, protocol } })

const asVisitor = `40${AGORA_NAMESPACE},${JSON.stringify({ protocol })}`
const asMember = `40${JSON.stringify({ token: fixtures.tokens.at(-1), protocol })}`
const flooding = { url, forMs: MEASURED_MS + 2 * FLOOD_AHEAD_MS }
const floods: Record<string, FloodJob> = {
  'a busy neighbour': { ...flooding, kind: 'spin', hello: '', connections: 0, againAfterMs: 0 },
  'a visitor, who comes again at once': {
    ...flooding,
    kind: 'knock',
    hello: asVisitor,
    connections: 1,
    againAfterMs: 0,
  },
  'a visitor, who comes again each second': {
    ...flooding,
    kind: 'knock',
    hello: asVisitor,
    connections: 1,
    againAfterMs: 1_000,
  },
  'a member, who comes again at once': {
    ...flooding,
    kind: 'knock',
    hello: asMember,
    connections: 1,
    againAfterMs: 0,
  },
  'a member, who comes again each second': {
    ...flooding,
    kind: 'knock',
    hello: asMember,
    connections: 1,
    againAfterMs: 1_000,
  },
  '1,500 connections without a token': {
    ...flooding,
    kind: 'hold',
    hello: '',
    connections: 1_500,
    againAfterMs: 1_000,
  },
  '500 sockets of one account': {
    ...flooding,
    kind: 'hold',
    hello: asMember,
    connections: 500,
    againAfterMs: 1_000,
  },
}

try {
  await once(friendsTab as never, 'connect')
  await measure()
  for (const [name, job] of Object.entries(floods)) {
    const quiet = await measure()
    const flooder = fork(new URL('floodWorker.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
    flooder.send(job)
    const done = once(flooder, 'message') as Promise<[FloodResult]>
    await wait(FLOOD_AHEAD_MS)
    const flooded = await measure()
    const [result] = await done
    report(name, job, quiet, flooded, result)
    await wait(MEASURED_MS / 2)
  }
} finally {
  friendsTab.disconnect()
  await node.stop()
  await engine.stop()
}

interface Measured {
  /** In milliseconds. */
  waits: Record<'health' | 'read' | 'share received', number[]>
  /** The share of one processor that the node used. */
  processor: number
}

/** Measures repeated requests of other users, with pauses. */
async function measure(): Promise<Measured> {
  const usedBefore = processorMs()
  const startedAt = performance.now()
  const until = performance.now() + MEASURED_MS
  async function over(pauseMs: number, ask: () => Promise<unknown>): Promise<number[]> {
    const waits: number[] = []
    while (performance.now() < until) {
      const startedAt = performance.now()
      await ask()
      waits.push(performance.now() - startedAt)
      await wait(pauseMs)
    }
    return waits
  }
  const [health, shares, ...reads] = await Promise.all([
    over(5, async () => (await fetch(`${url}/api/health`)).arrayBuffer()),
    over(SHARE_PAUSE_MS, shareAndReceive),
    ...readers.slice(0, READERS).map(token => over(100, () => call(url, getTopics, {}, token))),
  ])
  const processor = (processorMs() - usedBefore) / (performance.now() - startedAt)
  return { waits: { health, read: reads.flat(), 'share received': shares }, processor }
}

/** The node's processor time so far. Linux counts it in hundredths of a second. */
function processorMs(): number {
  const fields = readFileSync(`/proc/${node.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function shareAndReceive(): Promise<void> {
  const received = once(friendsTab as never, 'note:shared')
  const { status } = await call(url, shareNote, thread, author)
  if (status !== 200) throw new Error(`a share was answered with ${status}`)
  await received
  await call(url, unshareNote, thread, author)
}

function report(name: string, job: FloodJob, quiet: Measured, flooded: Measured, result: FloodResult): void {
  console.log(`\n${name}; milliseconds`)
  const rows = (Object.keys(quiet.waits) as (keyof Measured['waits'])[]).map(what => {
    const p99 = [quantile(quiet.waits[what], 0.99), quantile(flooded.waits[what], 0.99)] as const
    return [
      what,
      {
        'quiet p50': quantile(quiet.waits[what], 0.5),
        'quiet p99': p99[0],
        p50: quantile(flooded.waits[what], 0.5),
        p99: p99[1],
        'p99 of quiet': `${(p99[1] / p99[0]).toFixed(1)} ×`,
      },
    ] as const
  })
  console.table(Object.fromEntries(rows))
  const percent = (part: number) => `${Math.round(part * 100)} %`
  console.log(`the node used ${percent(quiet.processor)} of a processor, then ${percent(flooded.processor)}`)
  if (job.kind === 'spin') return
  const { opened, refused, inAtOnce, sent, answered, lived } = result
  const ages = `lived p50 ${quantile(lived, 0.5)} ms, at most ${quantile(lived, 1)} ms`
  console.log(`connections: ${opened} opened, ${refused} refused, ${inAtOnce} in at once, ${ages}`)
  if (job.kind === 'knock') console.log(`messages: ${sent} sent, ${answered} let through`)
}

function quantile(waits: number[], part: number): number {
  const sorted = waits.toSorted((a, b) => a - b)
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1))
}

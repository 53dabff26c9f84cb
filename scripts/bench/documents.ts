import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl, startTestEngine } from '#tests/support/services.ts'
import { startBaseline } from './baseline.ts'
import type { DocumentsJob, Typing, TypingResult } from './documentsClients.ts'
import { type AuthoredNote, createAuthoredNotes, SECRET } from './liveFixtures.ts'
import { type Metric, medianOf, reportMetrics } from './metrics.ts'

/**
 * Measures the documents of open editors, compared with a plain y-websocket server: how long a keystroke takes to the other writers of
 * a note, and what CPU time and memory the server needs for many open notes. Both servers run at the same time and take turns, so that
 * other load affects them alike. The clients have processes of their own. Takes about five minutes.
 */
const TURNS = 3

const WRITERS = [2, 10, 50]
const TYPING: Typing = { durationMs: 8_000, pauseMs: 250 }

const OPEN_NOTES = 500
const TYPING_IN_EACH: Typing = { durationMs: 20_000, pauseMs: 1_000 }

const WARM_UP_MS = 3_000
const TEXT = '가나다라 '.repeat(200)

/** The units of proc_pid_stat(5). */
const TICK_MS = 10
const PAGE_BYTES = 4096

const engine = await startTestEngine()
const mongoUrl = await databaseUrl(engine.url, 'bench_documents')
try {
  const notes = await createAuthoredNotes(mongoUrl, OPEN_NOTES, TEXT)
  await reportMetrics('documents', [...(await measureLatencies(notes)), ...(await measureUsage(notes))])
  console.log(
    'CPU time and memory are those of the server alone: the MongoDB engine is a process of its own.',
  )
} finally {
  await engine.stop()
}

/** The writers of one note: sockets of its author, since nobody else may open its document. */
function writersOf(note: AuthoredNote, count: number): AuthoredNote[] {
  return Array.from({ length: count }, () => ({ ...note }))
}

async function measureLatencies(notes: readonly AuthoredNote[]): Promise<Metric[]> {
  const servers = await startServers()
  const metrics: Metric[] = []
  try {
    for (const [at, count] of WRITERS.entries()) {
      const note = notes[at]
      if (note === undefined) throw new Error('There are too few notes.')
      const results = await typeInTurns(servers, writersOf(note, count), TYPING)
      metrics.push(...latencyMetrics(`${count} writers`, results))
    }
  } finally {
    await servers.stop()
  }
  return metrics
}

function latencyMetrics(name: string, { own, baseline }: Compared<TypingTurn>): Metric[] {
  const quantile = (turns: TypingTurn[], part: number) => {
    const sorted = turns.flatMap(({ latencies }) => latencies).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  }
  const [p50, p99] = [quantile(own, 0.5), quantile(own, 0.99)]
  const [baselineP50, baselineP99] = [quantile(baseline, 0.5), quantile(baseline, 0.99)]
  return [
    { name: `${name}, p50`, value: p50, unit: 'ms', atMost: 60 },
    { name: `${name}, p50 of the baseline`, value: baselineP50, unit: 'ms' },
    { name: `${name}, p50 relative`, value: p50 / baselineP50, unit: 'x baseline', atMost: 1.3 },
    { name: `${name}, p99`, value: p99, unit: 'ms' },
    { name: `${name}, p99 of the baseline`, value: baselineP99, unit: 'ms' },
    { name: `${name}, p99 relative`, value: p99 / baselineP99, unit: 'x baseline' },
    ...countMetrics(name, { own, baseline }),
  ]
}

async function measureUsage(notes: readonly AuthoredNote[]): Promise<Metric[]> {
  const servers = await startServers()
  try {
    const before = { own: usageOf(servers.own.pid), baseline: usageOf(servers.baseline.pid) }
    const results = await typeInTurns(servers, notes, TYPING_IN_EACH)
    const cpu = (turns: TypingTurn[]) => medianOf(turns.map(turn => turn.cpuMsPerSecond))
    const memory = (turns: TypingTurn[]) => medianOf(turns.map(turn => turn.memoryMiB))
    const { own, baseline } = results
    const name = `${notes.length} notes`
    return [
      { name: `${name}, CPU time a second`, value: cpu(own), unit: 'ms' },
      { name: `${name}, CPU time a second of the baseline`, value: cpu(baseline), unit: 'ms' },
      {
        name: `${name}, CPU time relative`,
        value: medianOf(own.map((turn, at) => turn.cpuMsPerSecond / (baseline[at]?.cpuMsPerSecond ?? 0))),
        unit: 'x baseline',
        atMost: 1.5,
      },
      {
        name: `${name}, CPU time a second of the engine`,
        value: medianOf(own.map(turn => turn.engineCpuMsPerSecond)),
        unit: 'ms',
      },
      { name: `${name}, memory`, value: memory(own), unit: 'MiB' },
      { name: `${name}, memory of the baseline`, value: memory(baseline), unit: 'MiB' },
      {
        name: `${name}, memory relative`,
        value: memory(own) / memory(baseline),
        unit: 'x baseline',
        atMost: 1.5,
      },
      { name: 'before, memory', value: before.own.memoryMiB, unit: 'MiB' },
      { name: 'before, memory of the baseline', value: before.baseline.memoryMiB, unit: 'MiB' },
      ...countMetrics(name, results),
    ]
  } finally {
    await servers.stop()
  }
}

/** Nothing may be lost, and both must have received about as much. */
function countMetrics(name: string, { own, baseline }: Compared<TypingTurn>): Metric[] {
  const sum = (turns: TypingTurn[], numberOf: (turn: TypingTurn) => number) =>
    turns.reduce((total, turn) => total + numberOf(turn), 0)
  const missing = ({ lost, unsynced }: TypingTurn) => lost + unsynced
  return [
    { name: `${name}, characters`, value: sum(own, turn => turn.characters), unit: '' },
    {
      name: `${name}, characters of the baseline`,
      value: sum(baseline, turn => turn.characters),
      unit: '',
    },
    { name: `${name}, lost`, value: sum([...own, ...baseline], missing), unit: '', atMost: 0 },
  ]
}

interface Server {
  url: string
  pid: number
}

interface Servers {
  own: Server
  baseline: Server
  stop(): Promise<void>
}

async function startServers(): Promise<Servers> {
  const node = await startBuiltNode({
    MONGODB_URL: mongoUrl,
    REDIS_URL: '',
    JWT_SECRET: SECRET,
    RATE_LIMIT_SCALE: '1000000',
  })
  const baseline = await startBaseline('baselineDocuments.mjs')
  return {
    own: { url: node.url.replace('localhost', '127.0.0.1'), pid: node.pid },
    baseline,
    async stop() {
      baseline.stop()
      await node.stop()
    },
  }
}

interface Compared<Turn> {
  own: Turn[]
  baseline: Turn[]
}

interface TypingTurn extends TypingResult {
  cpuMsPerSecond: number
  memoryMiB: number
  engineCpuMsPerSecond: number
}

/** Opens the writers at both servers. After a warm-up, the writers of one server type while those of the other pause. */
async function typeInTurns(
  { own, baseline }: Servers,
  writers: readonly AuthoredNote[],
  typing: Typing,
): Promise<Compared<TypingTurn>> {
  const clients = {
    baseline: await openClients('y-websocket', baseline.url, writers),
    own: await openClients('글마루', own.url, writers),
  }
  const turns: Compared<TypingTurn> = { own: [], baseline: [] }
  try {
    for (const opened of Object.values(clients)) await opened.type({ ...typing, durationMs: WARM_UP_MS })
    for (let turn = 0; turn < TURNS; turn += 1) {
      turns.baseline.push(await measureTurn(baseline, clients.baseline, typing))
      turns.own.push(await measureTurn(own, clients.own, typing))
    }
  } finally {
    for (const opened of Object.values(clients)) opened.close()
  }
  return turns
}

async function measureTurn({ pid }: Server, clients: Clients, typing: Typing): Promise<TypingTurn> {
  const startedAt = performance.now()
  const [before, engineBefore] = [usageOf(pid), usageOf(engine.pid)]
  const result = await clients.type(typing)
  const [after, engineAfter] = [usageOf(pid), usageOf(engine.pid)]
  const seconds = (performance.now() - startedAt) / 1_000
  return {
    ...result,
    cpuMsPerSecond: (after.cpuMs - before.cpuMs) / seconds,
    memoryMiB: after.memoryMiB,
    engineCpuMsPerSecond: (engineAfter.cpuMs - engineBefore.cpuMs) / seconds,
  }
}

interface Clients {
  type(typing: Typing): Promise<TypingResult>
  close(): void
}

async function openClients(
  kind: DocumentsJob['kind'],
  url: string,
  writers: readonly AuthoredNote[],
): Promise<Clients> {
  const child = fork(new URL('documentsClients.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  child.send({ kind, url, writers: [...writers], text: TEXT } satisfies DocumentsJob)
  await once(child, 'message')
  return {
    async type(typing) {
      child.send(typing)
      const [result] = (await once(child, 'message')) as [TypingResult]
      return result
    },
    close: () => child.disconnect(),
  }
}

/** The CPU time of all threads of a process so far, and its resident memory. */
function usageOf(pid: number): { cpuMs: number; memoryMiB: number } {
  // The name of the program, in brackets, may contain spaces. The first field after it is the third.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
  const field = (number: number) => fields[number - 3] ?? Number.NaN
  return {
    cpuMs: (field(14) + field(15)) * TICK_MS,
    memoryMiB: (field(24) * PAGE_BYTES) / 1024 ** 2,
  }
}

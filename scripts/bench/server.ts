// How many reads and durable saves a second the built server answers, as a share of what baseline Express and mongoose do
// with one query on the same engine in the same run. npm run bench server
import { encodeText } from '#protocol/encoding.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl, startTestEngine } from '#tests/support/services.ts'
import { startBaseline } from './baseline.ts'
import { type Metrics, measure } from './load.ts'
import { type Metric, medianOf, reportMetrics } from './metrics.ts'
import { createServerFixtures } from './serverFixtures.ts'

const RUNS = 3
/** Several of one user would share reads, as a user's devices do after an event (`server/platform/batching.ts`). */
const READERS = 1
const WRITERS = 25
const CONCURRENT_WRITERS = 50

interface Measured {
  /** A second, as a percentage of the baseline stack's. */
  share: number
  p50Ms: number
  p99Ms: number
  /** As a multiple of the baseline stack's. */
  p99OfBare: number
}

const engine = await startTestEngine()
const mongoUrl = await databaseUrl(engine.url, 'bench')
const baseline = await startBaseline('baselineServer.ts', { MONGODB_URL: mongoUrl })
const node = await startBuiltNode({ MONGODB_URL: mongoUrl, RATE_LIMIT_SCALE: '1000000' })

try {
  const fixtures = await createServerFixtures(node.url)
  const ask = (connections: number, path: string, bodies: unknown[], { token } = fixtures.author) =>
    measure({ name: path, url: node.url + path, connections, token, bodies })
  const measureBaseline = (connections: number, path: string) =>
    measure({ name: path, url: baseline.url + path, connections, bodies: [{}] })
  const read =
    (path: string, body: object = {}, reader = fixtures.author) =>
    () =>
      ask(READERS, path, [body], reader)

  const draft = { title: '벤치', text: encodeText('가나다라 '.repeat(200)) }
  const update = (noteNo: number) => ({ ...draft, noteNo })
  const { topicNo, hubNo, noteNos } = fixtures
  const room = { selectedHubNo: hubNo }
  const reads: [name: string, atLeast: number, ask: () => Promise<Metrics>][] = [
    ['topic list', 75, read('/api/topic/gettopics')],
    ['topic list, one with 2,300 notes', 75, read('/api/topic/gettopics', {}, fixtures.collector)],
    ['note list', 75, read('/api/note/getnotes', { topicNo })],
    ['note', 75, read('/api/note/get', { noteNo: noteNos[0] })],
    ['hub list, 19 rooms', 65, read('/api/friends/gethubs')],
    ['discussion', 75, read('/api/discussion/getsharednotes', room)],
    ['discussion, as a reader', 75, read('/api/discussion/getsharednotes', room, fixtures.reader)],
    ['unread counts', 65, read('/api/friends/unread')],
  ]
  const metrics: Metric[] = []
  for (const [name, atLeast, load] of reads) {
    const { share, p50Ms, p99Ms } = await compared(() => measureBaseline(READERS, '/read'), load)
    metrics.push({ name, value: share, unit: '% of baseline', atLeast }, ...latencies(name, p50Ms, p99Ms))
  }

  const notes = noteNos.map(update)
  const saves = await compared(
    () => measureBaseline(WRITERS, '/write'),
    () => ask(WRITERS, '/api/note/update', notes),
  )
  metrics.push(
    { name: 'save of a note', value: saves.share, unit: '% of baseline', atLeast: 60 },
    { name: 'save of a note, p99', value: saves.p99OfBare, unit: 'x baseline', atMost: 1.8 },
  )
  const crowd = await compared(
    () => measureBaseline(CONCURRENT_WRITERS, '/write'),
    () => ask(CONCURRENT_WRITERS, '/api/note/update', notes),
  )
  metrics.push(
    { name: 'save of a note, 50 at once', value: crowd.share, unit: '% of baseline', atLeast: 60 },
    { name: 'save of a note, 50 at once, p99', value: crowd.p99OfBare, unit: 'x baseline', atMost: 1.8 },
  )
  const one = await compared(
    () => measureBaseline(WRITERS, '/write'),
    () => ask(WRITERS, '/api/note/update', [update(noteNos[0] ?? 0)]),
  )
  metrics.push({ name: 'save of one note by 25 at once, p99', value: one.p99Ms, unit: 'ms', atMost: 200 })
  const made = await compared(
    () => measureBaseline(WRITERS, '/write'),
    () => ask(WRITERS, '/api/note/post', [{ ...draft, topicNo }]),
  )
  metrics.push({ name: 'new note', value: made.share, unit: '% of baseline', atLeast: 60 })
  await reportMetrics('server', metrics)
} finally {
  await node.stop()
  baseline.stop()
  await engine.stop()
}

function latencies(name: string, p50Ms: number, p99Ms: number): Metric[] {
  return [
    { name: `${name}, p50`, value: p50Ms, unit: 'ms' },
    { name: `${name}, p99`, value: p99Ms, unit: 'ms' },
  ]
}

/** Medians of several runs, each right after one of the baseline stack. */
async function compared(bareLoad: () => Promise<Metrics>, load: () => Promise<Metrics>): Promise<Measured> {
  const runs: Measured[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const base = await bareLoad()
    const own = await load()
    if (base.failed + own.failed > 0) throw new Error(`${own.name}: ${own.failed} of our answers failed`)
    const share = (own.perSecond / base.perSecond) * 100
    runs.push({ share, p50Ms: own.p50Ms, p99Ms: own.p99Ms, p99OfBare: own.p99Ms / base.p99Ms })
  }
  const median = (key: keyof Measured) => medianOf(runs.map(run => run[key]))
  return {
    share: median('share'),
    p50Ms: median('p50Ms'),
    p99Ms: median('p99Ms'),
    p99OfBare: median('p99OfBare'),
  }
}

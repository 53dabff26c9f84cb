import { getSuggestions } from '#protocol/agora.ts'
import { connectMongo, createIndexes } from '#server/platform/mongo/connect.ts'
import { openRepositories } from '#server/repositories.ts'
import { call } from '#tests/support/call.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl, startTestEngine } from '#tests/support/services.ts'
import { startBaseline } from './baseline.ts'
import { measure } from './load.ts'

/** Compares page 50,000 of a million suggestions with page 1, over HTTP on the built server. */
const SUGGESTIONS = 1_000_000
const BATCH_SIZE = 10_000
/** One of this many numbers is deleted. */
const GAP_EVERY = 10
const WRITERS = 500
const RUNS = 400
const DEEP = 50_000
/** Page 50,000 may take this many times as long as page 1. */
const RATIO_MAX = 3

const engine = await startTestEngine()
const mongoUrl = await databaseUrl(engine.url, 'agora_bench')
await fill()
const baseline = await startBaseline('baselineServer.ts', { MONGODB_URL: mongoUrl })
const startedAt = performance.now()
const node = await startBuiltNode({ MONGODB_URL: mongoUrl, RATE_LIMIT_SCALE: '1000000' })
console.log(`the server counted the blocks and started in ${seconds(startedAt)} s`)

try {
  const pages = [1, DEEP, Math.ceil(SUGGESTIONS / 7)]
  const durations = await medians(pages)
  const findOne = await measure({
    name: 'baseline',
    url: `${baseline.url}/read`,
    connections: 10,
    bodies: [{}],
  })
  const rows = []
  for (const [position, base] of pages.entries()) {
    const load = { url: node.url + getSuggestions.path, connections: 10, bodies: [{ base }] }
    const { perSecond, p99Ms, failed } = await measure({ name: `page ${base}`, ...load })
    rows.push({
      page: base,
      'median, ms': round(durations[position] ?? 0),
      'of page 1': round((durations[position] ?? 0) / (durations[0] ?? 1)),
      'a second, 10 connections': perSecond,
      'of a baseline findOne': `${Math.round((perSecond / findOne.perSecond) * 100)} %`,
      'p99, ms': p99Ms,
      failed,
    })
  }
  console.table(rows)
  if ((rows[1]?.['of page 1'] ?? 0) > RATIO_MAX || rows.some(row => row.failed > 0)) process.exitCode = 1
} finally {
  await node.stop()
  baseline.stop()
  await engine.stop()
}

/** Inserts into the collection. The server counts the blocks when it starts. */
async function fill(): Promise<void> {
  const begun = performance.now()
  const mongo = await connectMongo(mongoUrl)
  const timeCreated = new Date()
  for (let made = 0; made < SUGGESTIONS; made += BATCH_SIZE) {
    const batch = Array.from({ length: BATCH_SIZE }, (_, place) => {
      const index = made + place
      return {
        suggestionNo: index + Math.floor(index / (GAP_EVERY - 1)) + 1,
        opinion: `${index}번째 의견이에요. 글마루가 더 나아지면 좋겠어요.`,
        writerNo: (index % WRITERS) + 1,
        writerSeq: Math.floor(index / WRITERS) + 1,
        timeCreated,
      }
    })
    await mongo.collection('suggestions').insertMany(batch, { ordered: false })
  }
  openRepositories(mongo)
  await createIndexes(mongo)
  await mongo.close()
  console.log(`${SUGGESTIONS} suggestions were inserted and indexed in ${seconds(begun)} s`)
}

/** Median durations in milliseconds. Pages take turns, so that other load on the machine affects all alike. */
async function medians(pages: number[]): Promise<number[]> {
  const durations = pages.map((): number[] => [])
  for (let run = 0; run < RUNS; run += 1) {
    for (const [position, base] of pages.entries()) {
      const begun = performance.now()
      const { body } = await call(node.url, getSuggestions, { base })
      durations[position]?.push(performance.now() - begun)
      if (body.pageIndexes.curPage !== base || body.itemList.length === 0)
        throw new Error(`page ${base} is wrong`)
    }
  }
  return durations.map(each => each.slice(RUNS / 4).sort((a, b) => a - b)[Math.floor((RUNS * 3) / 8)] ?? 0)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

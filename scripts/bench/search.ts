// Measures searches among 10,000 notes of one user and 1,000 shared by friends, and the rate of inserts.
// node --import tsx scripts/bench/search.ts

import { searchNotes } from '#server/features/notes/search.service.ts'
import { searchResultsView } from '#server/features/search/search.presenter.ts'
import { searchEverywhere } from '#server/features/search/search.service.ts'
import { attemptLimits } from '#server/limits.ts'
import { createRecordCache } from '#server/platform/caches.ts'
import { createAttemptCounters } from '#server/platform/limits/rateLimit.ts'
import { connectMongo, createIndexes } from '#server/platform/mongo/connect.ts'
import { openRepositories } from '#server/repositories.ts'
import { startTestEngine } from '#tests/support/services.ts'
import { readNotes } from '../demo/content.ts'
import { type Metric, medianOf, reportMetrics } from './metrics.ts'

const NOTES = 10_000
const SHARED_NOTES = 1_000
const TOPICS = 200
const HUBS = 20
const AT_ONCE = 50
const RUNS = 15
/** Median limits in milliseconds: of the list of results, and of suggestions while typing. */
const LIMITS_MS = { listed: 500, typed: 100 }
const LISTED = ['하', '회의', '민주주의', '없는 낱말', 'ㅎㅇㄹ', 'select']
const TYPED = [...LISTED, '회ㅇ', '친구 회의 노트', 'ㅎㅇㄹㅋㅋ', '방 친구']

const engine = await startTestEngine()
const mongo = await connectMongo(engine.url)
const repositories = openRepositories(mongo)
const attempts = createAttemptCounters(attemptLimits, { redis: null, scale: 1 })
const people = createRecordCache(repositories.users.findPeople)
const viewer = { userNo: 1, privilege: 0 }
await createIndexes(mongo)

const texts = readNotes().map(note => note.text)
const now = new Date()
await mongo.collection('users').insertMany(
  Array.from({ length: HUBS + 1 }, (_, index) => ({
    userNo: index + 1,
    email: `p${index}@example.com`,
    username: `친구 ${index}`,
  })),
)
await mongo.collection('topics').insertMany(
  Array.from({ length: TOPICS }, (_, index) => ({
    subjectNo: index + 1,
    ownerNo: 1,
    title: `주제 ${index} 회의`,
    noteCount: NOTES / TOPICS,
  })),
)
for (let hubNo = 1; hubNo <= HUBS; hubNo += 1) await repositories.hubs.insert(hubNo, [1, hubNo + 1], now)

const startedAt = performance.now()
for (let made = 0; made < NOTES + SHARED_NOTES; made += AT_ONCE)
  await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => insert(made + place)))
const insertsPerSecond = (NOTES + SHARED_NOTES) / ((performance.now() - startedAt) / 1000)
for (let index = NOTES; index < NOTES + SHARED_NOTES; index += 1) {
  const hubNo = hubOf(index)
  const share = { hubNo, noteNo: index + 1, authorNo: hubNo + 1, sharedAt: now }
  await repositories.shares.insert(share, Math.floor((index - NOTES) / HUBS))
}

function hubOf(index: number): number {
  return (index % HUBS) + 1
}

function insert(index: number): Promise<unknown> {
  const text = texts[index % texts.length] ?? ''
  const savedAt = new Date(index * 1000)
  return repositories.notes.insert({
    noteNo: index + 1,
    subjectNo: (index % TOPICS) + 1,
    authorNo: index < NOTES ? 1 : hubOf(index) + 1,
    title: text.slice(0, 40),
    text,
    textLength: text.length,
    version: 1,
    createdAt: savedAt,
    lastUpdate: savedAt,
  })
}

/** The median of several runs. `find` resolves with the number of results. */
async function timed(name: string, atMost: number, find: () => Promise<number>): Promise<Metric> {
  const durations: number[] = []
  let found = 0
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now()
    found = await find()
    durations.push(performance.now() - start)
  }
  return { name: `${name} (${found})`, value: medianOf(durations), unit: 'ms', atMost }
}

const metrics: Metric[] = [{ name: 'notes saved before', value: insertsPerSecond, unit: 'a second' }]
for (const query of LISTED)
  metrics.push(
    await timed(`listed: ${query}`, LIMITS_MS.listed, async () => {
      const asked = { query, curPageNo: 1, itemsPerPage: 9 }
      return (await searchNotes({ repositories, people, attempts }, viewer, asked)).total
    }),
  )
for (const query of TYPED)
  metrics.push(
    await timed(`typed: ${query}`, LIMITS_MS.typed, async () => {
      const found = searchResultsView(
        await searchEverywhere({ repositories, people, attempts }, viewer, { query }),
      )
      return found.notes.count + found.topics.count + found.rooms.count + found.sharedNotes.count
    }),
  )
await reportMetrics('search', metrics)
await mongo.close()
await engine.stop()

// How long it takes to find something among 10,000 notes of one person, and what a save costs meanwhile.
// node --import tsx scripts/bench/find.ts

import { findNotes } from '#server/features/notes/find.domain.ts'
import { attemptLimits } from '#server/limits.ts'
import { countAttempts } from '#server/platform/limits/attempts.ts'
import { connectMongo, makeIndexes } from '#server/platform/mongo/connect.ts'
import { remember } from '#server/platform/remembered.ts'
import { openStores } from '#server/stores.ts'
import { startTestEngine } from '#tests/support/services.ts'
import { readNotes } from '../demo/content.ts'

const NOTES = 10_000
const AT_ONCE = 50
/** In milliseconds, the median of a search. */
const LONGEST = 500
const QUERIES = ['하', '회의', '민주주의', '없는 낱말', 'ㅎㅇㄹ', 'select']

const engine = await startTestEngine()
const mongo = await connectMongo(engine.url)
const stores = openStores(mongo)
const attempts = countAttempts(attemptLimits, { redis: null, scale: 1 })
await makeIndexes(mongo)

const texts = readNotes().map(note => note.text)
const startedAt = performance.now()
for (let made = 0; made < NOTES; made += AT_ONCE)
  await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => insert(made + place)))
const insertsPerSecond = NOTES / ((performance.now() - startedAt) / 1000)

function insert(index: number): Promise<unknown> {
  const text = texts[index % texts.length] ?? ''
  const now = new Date(index * 1000)
  return stores.notes.insert({
    noteNo: index + 1,
    subjectNo: 1,
    authorNo: 1,
    title: text.slice(0, 40),
    text,
    textLength: text.length,
    version: 1,
    createdAt: now,
    lastUpdate: now,
  })
}

async function search(query: string) {
  const durations: number[] = []
  let noteCount = 0
  for (let run = 0; run < 9; run += 1) {
    const start = performance.now()
    const page = await findNotes(
      { stores, people: remember(stores.users.people), attempts },
      { userNo: 1, privilege: 0 },
      { query, curPageNo: 1, itemsPerPage: 9 },
    )
    durations.push(performance.now() - start)
    noteCount = page.total
  }
  const median = durations.sort((a, b) => a - b)[4] ?? 0
  return { query, found: noteCount, 'median, ms': Math.round(median), ok: median < LONGEST }
}

const rows = []
for (const query of QUERIES) rows.push(await search(query))
console.table(rows)
console.log(`${Math.round(insertsPerSecond)} notes a second were saved before.`)
await mongo.close()
await engine.stop()
if (rows.some(row => !row.ok)) process.exitCode = 1

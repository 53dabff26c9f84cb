import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { NOTE_BODY_MAX, SEARCH_QUERY_MAX } from '#protocol/limits.ts'
import { searchNotes } from '#protocol/noteSearch.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { allRoutes } from '#server/routes.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newAdministrator, newPerson, type Person, writeNote } from '#tests/support/person.ts'
import { plainTextOf, worstTexts } from '#tests/text/worst.texts.ts'

/** Texts that once held the server for seconds or for ever; all others are answered meanwhile. */
const MARKS = `a${'\u0301'.repeat(45_000)}${'\u0316'.repeat(45_000)}`
const AS_LONG = 'a'.repeat(MARKS.length)
/** So many times as long as beside harmless text others may wait; normalising the marks took thousands of times. */
const TIMES_LONGER = 30

let node: TestNode
let person: Person

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  person = await newAdministrator(node)
})
afterAll(() => node.stop())

/** In milliseconds, how long at the most others waited for an answer while something was asked. */
async function longestWait(ask: () => Promise<unknown>): Promise<number> {
  let isAsking = true
  const asking = ask().finally(() => {
    isAsking = false
  })
  let longest = 0
  while (isAsking) {
    const since = performance.now()
    expect(await (await fetch(`${node.url}/api/health`)).json()).toEqual({ success: true })
    longest = Math.max(longest, performance.now() - since)
  }
  await asking
  return longest
}

/** In milliseconds, until it is answered. */
async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await ask()
  return performance.now() - since
}

/** Whether something stays below a limit once in three times: a busy machine makes anybody wait now and then. */
async function isOnce(
  ask: () => Promise<unknown>,
  measure: (ask: () => Promise<unknown>) => Promise<number>,
  limit: number,
): Promise<boolean> {
  for (let tried = 0; tried < 3; tried++) if ((await measure(ask)) < limit) return true
  return false
}

function fieldsOf(call: Call): string[] {
  return Object.keys((call.request as unknown as { shape: object }).shape)
}

test('a heap of marks in any field of any call keeps nobody waiting', { timeout: 120_000 }, async () => {
  const fields = allRoutes(node.app.context).flatMap(({ call }) =>
    call.method === 'POST' ? fieldsOf(call).map(field => [call, field] as const) : [],
  )
  expect(fields.length).toBeGreaterThan(80)
  const inEach = (text: string) => async () => {
    for (const [call, field] of fields) {
      const { status } = await person.misuses(call, { [field]: text })
      expect(status, `${call.path} ${field}`).toBeLessThan(500)
    }
  }
  const limit = TIMES_LONGER * (await longestWait(inEach(AS_LONG)))
  expect(await isOnce(inEach(MARKS), longestWait, limit)).toBe(true)
  // Nothing of it has ended the session, after which nothing more would have been looked at.
  await person.does(searchNotes, { query: '회의' })
})

test('of a letter under a heap of marks it is said what is wrong, and nothing is saved', async () => {
  const title = `글 a${'\u0301'.repeat(31)}`
  const answer = await person.misuses(createTopic, { title })
  expect(answer).toEqual({
    status: 400,
    body: { success: false, code: 'invalid', field: 'title', message: ko['error.tooManyMarks'] },
  })
})

/** Saves notes of which no field has seen the texts; their numbers. */
async function storedUnchecked(author: Person, texts: readonly string[]): Promise<number[]> {
  const { counters, stores } = node.app.context
  const checked = await stores.notes.byNo(await writeNote(author))
  if (checked === null) throw new Error('the note is gone')
  return Promise.all(
    texts.map(async text => {
      const noteNo = await counters.next('note')
      await stores.notes.insert({ ...checked, noteNo, text })
      return noteNo
    }),
  )
}

test('no query looks for long in the database, whatever the notes hold', async () => {
  const [plain, hostile] = [await newPerson(node.url), await newPerson(node.url)]
  const worst = worstTexts(NOTE_BODY_MAX).map(([, text]) => text)
  await storedUnchecked(hostile, worst)
  await storedUnchecked(
    plain,
    worst.map(() => plainTextOf(NOTE_BODY_MAX)),
  )
  const limit = TIMES_LONGER * (await timeOf(() => plain.does(searchNotes, { query: 'nothing of it' })))
  const queries = [
    'a '.repeat(20),
    'ㅎ'.repeat(40),
    '- '.repeat(20),
    'a'.repeat(39),
    '| '.repeat(20),
    'ß𝔞İ ﬃ',
  ]
  for (const query of queries) {
    const search = () => hostile.does(searchNotes, { query: `${query.slice(0, SEARCH_QUERY_MAX - 1)}!` })
    expect(await isOnce(search, timeOf, limit), query).toBe(true)
  }
})

describe('a note that is made to be read for ever', () => {
  const HOSTILE = `minutes\n--${'|  '.repeat(1_600)}x`

  test('is found as quickly as any other, by everybody', async () => {
    const author = await newPerson(node.url)
    await writeNote(author, '회의록', `plain ${'말 '.repeat(2_400)}x`)
    await writeNote(author, '회의록', HOSTILE)
    const find = (query: string) => async () => {
      expect((await author.does(searchNotes, { query })).noteCount).toBe(1)
    }
    const limit = TIMES_LONGER * (await longestWait(find('plain')))
    expect(await isOnce(find('minutes'), longestWait, limit)).toBe(true)
  })

  test('is harmless, too, where it was saved before notes were checked', async () => {
    const author = await newPerson(node.url)
    const [noteNo] = await storedUnchecked(author, [`${HOSTILE}${MARKS}`])
    const { notes } = await author.does(searchNotes, { query: 'minutes' })
    expect(notes).toMatchObject([{ noteNo, excerpt: { before: '', hit: 'minutes' } }])
  })
})

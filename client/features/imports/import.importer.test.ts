import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { createImporter, type ImportProgress } from './import.importer.ts'
import type { PlannedTopic } from './import.plan.ts'
import type { PlannedNote } from './import.planned.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const note = (title: string, links: PlannedNote['links'] = []): PlannedNote => ({
  ...{ id: title, title, links },
  text: links.length > 0 ? '[글](다른.md)' : '',
})
const topic = (title: string) => ({ key: title, title, ordinal: 0, isTrash: false })
/** A link to a note that is created later. */
const links = [{ at: 4, length: 5, before: '', after: '', to: '셋', fragment: '#h-절' }]
const TOPICS: PlannedTopic[] = [
  { ...topic('회의'), notes: [note('하나'), note('둘', links)] },
  { ...topic('여행'), notes: [note('셋')] },
]
const failure = (code: 'offline' | 'tooMany' | 'quota' | 'invalid', status: number, retryAfterSeconds = 0) =>
  new CallFailed({ code, status, message: code === 'offline' ? '' : code, retryAfterSeconds })

/** A server whose calls for a note or topic fail with the errors of a list, one per call, and then succeed. */
function setUp(failures: Record<string, CallFailed[]> = {}, { version = 1, topics = TOPICS } = {}) {
  const createdNotes: string[] = []
  const linked: string[] = []
  const progressLog: ImportProgress[] = []
  const throwNextFailure = (title: string) => {
    const failed = failures[title]?.shift()
    if (failed) throw failed
  }
  const importer = createImporter({
    plan: { topics },
    async getTopicNo({ title }) {
      throwNextFailure(title)
      return title === '회의' ? 1 : 2
    },
    async post({ topicNo, title, requestKey }) {
      throwNextFailure(title)
      createdNotes.push(`${topicNo} ${title} ${requestKey}`)
      return { noteNo: createdNotes.length, version }
    },
    async postPart({ noteNo, text, requestKey }) {
      throwNextFailure(text)
      createdNotes.push(`after ${noteNo} ${text} ${requestKey}`)
      return { noteNo: createdNotes.length, version }
    },
    async link({ noteNo, title, text }) {
      throwNextFailure(`이은 ${title}`)
      linked.push(`${noteNo} ${text}`)
    },
    keyOf: async (topic, { title, text }, copy) =>
      `${topic}/${title}${text.startsWith('[') && text.endsWith('"]') ? text : ''}/${copy}`,
    onProgress: progress => progressLog.push(progress),
  })
  return { importer, createdNotes, linked, last: () => progressLog.at(-1) }
}

test('creates the first note of a topic last, so that it is on top', async () => {
  const { importer, createdNotes, last } = setUp()
  await importer.run()
  expect(createdNotes).toEqual(['1 둘 회의/둘/0', '1 하나 회의/하나/0', '2 셋 여행/셋/0'])
  expect(last()).toEqual({ state: 'done', created: 3, existing: 0, total: 3, failed: [] })
})

test('pauses while offline and continues with the same note', async () => {
  const { importer, createdNotes, last } = setUp({ 둘: [failure('offline', 0)] })
  const running = importer.run()
  await vi.waitFor(() => expect(last()?.state).toBe('paused'))
  expect(createdNotes).toEqual([])
  importer.resume()
  await running
  expect(createdNotes[0]).toBe('1 둘 회의/둘/0')
  expect(last()).toMatchObject({ state: 'done', created: 3 })
})

test('waits after a rate limit', async () => {
  const { importer, last } = setUp({ 둘: [failure('tooMany', 429, 20)] })
  const running = importer.run()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(last()).toMatchObject({ state: 'waiting', created: 0 })
  await vi.advanceTimersByTimeAsync(1_000)
  await running
  expect(last()).toMatchObject({ state: 'done', created: 3 })
})

test('lists rejected notes and creates the others', async () => {
  const { importer, last } = setUp({ 둘: [failure('invalid', 400)], 여행: [failure('invalid', 400)] })
  await importer.run()
  const failed = ['둘', '셋'].map(title => ({ title, reason: 'invalid' }))
  expect(last()).toMatchObject({ state: 'done', created: 1, failed })
})

test('stops sending after the quota is used up, and lists all remaining notes', async () => {
  const { importer, createdNotes, last } = setUp({ 둘: [failure('quota', 409)] })
  await importer.run()
  expect(createdNotes).toEqual([])
  expect(last()?.failed.map(({ title }) => title)).toEqual(['둘', '하나', '셋'])
})

test('can be stopped, also during a pause', async () => {
  const { importer, createdNotes, last } = setUp({ 하나: [failure('offline', 0)] })
  const running = importer.run()
  await vi.waitFor(() => expect(last()?.state).toBe('paused'))
  importer.stop()
  await running
  expect(createdNotes).toHaveLength(1)
  expect(last()).toMatchObject({ state: 'stopped', created: 1, failed: [] })
})

test('inserts links after all notes have numbers', async () => {
  const { importer, linked } = setUp()
  await importer.run()
  expect(linked).toEqual(['1 [글](/note?no=3#h-절)'])
})

test.each([
  ['links to rejected notes', { 셋: [failure('invalid', 400)] }, 1],
  ['notes that have changed since', {}, 2],
])('keeps %s', async (_, failures, version) => {
  const { importer, linked } = setUp(failures, { version })
  await importer.run()
  expect(linked).toEqual([])
})

test('counts notes of an earlier import that have changed since, which it leaves as they are', async () => {
  const { importer, last } = setUp({}, { version: 2 })
  await importer.run()
  expect(last()).toMatchObject({ state: 'done', created: 3, existing: 3 })
})

test('waits after a rate limit while inserting links', async () => {
  const { importer, linked, last } = setUp({ '이은 둘': [failure('tooMany', 429, 20)] })
  const running = importer.run()
  await vi.advanceTimersByTimeAsync(20_000)
  await running
  expect(linked).toHaveLength(1)
  expect(last()).toMatchObject({ state: 'done', created: 3 })
})

test('creates equal notes in two topics with the same title', async () => {
  const twins = [0, 1].map(ordinal => ({ ...topic('회의'), ordinal, notes: [note('하나')] }))
  const { importer, createdNotes } = setUp({}, { topics: twins })
  await importer.run()
  expect(new Set(createdNotes.map(each => each.split(' ').at(-1))).size).toBe(2)
})

const SERIES: PlannedTopic[] = [
  {
    ...topic('회의'),
    notes: [
      {
        ...{ id: '글#0', title: '글', text: '하나', links: [] },
        laterParts: [
          {
            id: '글#1',
            text: '둘',
            links: [{ ...links[0], at: 0, length: 1, before: '', after: '', to: '글#2', fragment: '' }],
          },
          { id: '글#2', text: '셋', links: [] },
        ],
      },
    ],
  },
]
const [HEAD, SECOND, THIRD] = ['["하나","둘","셋"]', '[0,"하나","둘","셋"]', '[1,"하나","둘","셋"]']

test('creates the parts of a series in order, each after the one before, with keys of the whole text', async () => {
  const { importer, createdNotes, linked, last } = setUp(
    { 둘: [failure('tooMany', 429, 20)] },
    { topics: SERIES },
  )
  const done = importer.run()
  await vi.waitFor(() => expect(last()?.state).toBe('waiting'))
  await vi.advanceTimersByTimeAsync(20_000)
  await done
  expect(createdNotes).toEqual([
    `1 글 회의/글${HEAD}/0`,
    `after 1 둘 회의/글${SECOND}/0`,
    `after 2 셋 회의/글${THIRD}/0`,
  ])
  expect(linked).toEqual(['2 /note?no=3'])
  expect(last()).toEqual({ state: 'done', created: 3, existing: 0, total: 3, failed: [] })
})

test('does not create later parts after one that failed', async () => {
  const { importer, createdNotes, last } = setUp({ 둘: [failure('invalid', 400)] }, { topics: SERIES })
  await importer.run()
  expect(createdNotes).toEqual([`1 글 회의/글${HEAD}/0`])
  expect(last()).toMatchObject({ created: 1, total: 3 })
  expect(last()?.failed.map(({ title }) => title)).toEqual(['글 (2/3)', '글 (3/3)'])
})

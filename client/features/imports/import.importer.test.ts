import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { createImporter, type ImportProgress } from './import.importer.ts'
import type { PlannedNote } from './import.notes.ts'
import type { PlannedTopic } from './import.plan.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const note = (title: string, links: PlannedNote['links'] = []): PlannedNote => ({
  ...{ id: title, title, links },
  text: links.length > 0 ? '[글](다른.md)' : '',
})
const topic = (title: string) => ({ key: title, title, place: 0, isTrash: false })
/** To a note that is made later. */
const links = [{ at: 4, length: 5, before: '', after: '', to: '셋', fragment: '#h-절' }]
const TOPICS: PlannedTopic[] = [
  { ...topic('회의'), notes: [note('하나'), note('둘', links)] },
  { ...topic('여행'), notes: [note('셋')] },
]
const failure = (code: 'offline' | 'tooMany' | 'quota' | 'invalid', status: number, retryAfterSeconds = 0) =>
  new CallFailed({ code, status, message: code === 'offline' ? '' : code, retryAfterSeconds })

/** A server that answers each try of a note or topic with what stands first in its list, and then well. */
function setUp(failures: Record<string, CallFailed[]> = {}, { version = 1, topics = TOPICS } = {}) {
  const made: string[] = []
  const linked: string[] = []
  const told: ImportProgress[] = []
  const answer = (title: string) => {
    const failed = failures[title]?.shift()
    if (failed) throw failed
  }
  const importer = createImporter({
    plan: { topics },
    async topicOf({ title }) {
      answer(title)
      return title === '회의' ? 1 : 2
    },
    async post({ topicNo, title, requestKey }) {
      answer(title)
      made.push(`${topicNo} ${title} ${requestKey}`)
      return { noteNo: made.length, version }
    },
    async link({ noteNo, title, text }) {
      answer(`이은 ${title}`)
      linked.push(`${noteNo} ${text}`)
    },
    keyOf: async (topic, { title }, copy) => `${topic}/${title}/${copy}`,
    onProgress: progress => told.push(progress),
  })
  return { importer, made, linked, last: () => told.at(-1) }
}

test('the first note of a topic is made last, and stands on top', async () => {
  const { importer, made, last } = setUp()
  await importer.run()
  expect(made).toEqual(['1 둘 회의/둘/0', '1 하나 회의/하나/0', '2 셋 여행/셋/0'])
  expect(last()).toEqual({ state: 'done', made: 3, total: 3, failed: [] })
})

test('without a line it waits, and goes on with the same note', async () => {
  const { importer, made, last } = setUp({ 둘: [failure('offline', 0)] })
  const running = importer.run()
  await vi.waitFor(() => expect(last()?.state).toBe('paused'))
  expect(made).toEqual([])
  importer.resume()
  await running
  expect(made[0]).toBe('1 둘 회의/둘/0')
  expect(last()).toMatchObject({ state: 'done', made: 3 })
})

test('a limit is waited for', async () => {
  const { importer, last } = setUp({ 둘: [failure('tooMany', 429, 20)] })
  const running = importer.run()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(last()).toMatchObject({ state: 'waiting', made: 0 })
  await vi.advanceTimersByTimeAsync(1_000)
  await running
  expect(last()).toMatchObject({ state: 'done', made: 3 })
})

test('what is refused is named, and the others are made', async () => {
  const { importer, last } = setUp({ 둘: [failure('invalid', 400)], 여행: [failure('invalid', 400)] })
  await importer.run()
  expect(last()).toMatchObject({
    state: 'done',
    made: 1,
    failed: [
      { title: '둘', reason: 'invalid' },
      { title: '셋', reason: 'invalid' },
    ],
  })
})

test('with no room left nothing more is tried, and all of it is named', async () => {
  const { importer, made, last } = setUp({ 둘: [failure('quota', 409)] })
  await importer.run()
  expect(made).toEqual([])
  expect(last()?.failed.map(({ title }) => title)).toEqual(['둘', '하나', '셋'])
})

test('it can be stopped, also while it waits', async () => {
  const { importer, made, last } = setUp({ 하나: [failure('offline', 0)] })
  const running = importer.run()
  await vi.waitFor(() => expect(last()?.state).toBe('paused'))
  importer.stop()
  await running
  expect(made).toHaveLength(1)
  expect(last()).toMatchObject({ state: 'stopped', made: 1, failed: [] })
})

test('once all notes have numbers, their links lead to them', async () => {
  const { importer, linked } = setUp()
  await importer.run()
  expect(linked).toEqual(['1 [글](/note?no=3#h-절)'])
})

test('a link to a note that was refused stays as it is, and so does a note that was changed since', async () => {
  const rejected = setUp({ 셋: [failure('invalid', 400)] })
  await rejected.importer.run()
  expect(rejected.linked).toEqual([])
  const changed = setUp({}, { version: 2 })
  await changed.importer.run()
  expect(changed.linked).toEqual([])
})

test('a limit is waited for when links are put in, too', async () => {
  const { importer, linked, last } = setUp({ '이은 둘': [failure('tooMany', 429, 20)] })
  const running = importer.run()
  await vi.advanceTimersByTimeAsync(20_000)
  await running
  expect(linked).toHaveLength(1)
  expect(last()).toMatchObject({ state: 'done', made: 3 })
})

test('the same note in two topics of one name is made in each', async () => {
  const twins = [0, 1].map(place => ({ ...topic('회의'), place, notes: [note('하나')] }))
  const { importer, made } = setUp({}, { topics: twins })
  await importer.run()
  expect(new Set(made.map(each => each.split(' ').at(-1))).size).toBe(2)
})

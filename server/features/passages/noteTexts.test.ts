import { beforeEach, expect, test, vi } from 'vitest'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { RequestError } from '#server/platform/errors.ts'
import { createBudgets } from '#server/platform/limits/keyedLimits.ts'
import { createNoteTexts, type NoteTexts, type NoteVersion } from './noteTexts.ts'

let parsed: string[]
let readAs: NoteTexts
const textOf = (version: NoteVersion) => readAs(version, 1)
beforeEach(() => {
  parsed = []
  readAs = createNoteTexts(createBudgets({ burst: 1_000, perSecond: 10 }, 1), markdown => {
    parsed.push(markdown)
    return markdown.replaceAll('*', '')
  })
})

test('parses each version of a note once', () => {
  for (let times = 0; times < 3; times += 1) {
    expect(textOf({ noteNo: 7, version: 1, text: '*하나*' })).toBe('하나')
    expect(textOf({ noteNo: 7, version: 2, text: '**둘**' })).toBe('둘')
    expect(textOf({ noteNo: 8, version: 1, text: '셋' })).toBe('셋')
  }
  expect(parsed).toEqual(['*하나*', '**둘**', '셋'])
})

test('forgets the texts that were not used for the longest time', () => {
  const note = { version: 1, text: '가'.repeat(NOTE_BODY_MAX) }
  for (let noteNo = 1; noteNo <= 2_000; noteNo += 1) textOf({ ...note, noteNo })
  textOf({ ...note, noteNo: 2_000 })
  expect(parsed).toHaveLength(2_000)
  textOf({ ...note, noteNo: 1 })
  expect(parsed).toHaveLength(2_001)
})

test('a user waits whose texts took long, but not for known ones, and other users do not', () => {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 2_000))
  textOf({ noteNo: 7, version: 1, text: '하나' })
  clock.mockImplementation(() => now)
  expect(() => textOf({ noteNo: 7, version: 2, text: '둘' })).toThrow(RequestError)
  expect(textOf({ noteNo: 7, version: 1, text: '하나' })).toBe('하나')
  expect(readAs({ noteNo: 7, version: 2, text: '둘' }, 2)).toBe('둘')
  now += 600_000
  expect(textOf({ noteNo: 8, version: 1, text: '셋' })).toBe('셋')
  clock.mockRestore()
})

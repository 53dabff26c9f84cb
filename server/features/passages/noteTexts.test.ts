import { beforeEach, expect, test } from 'vitest'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { createNoteTexts, type NoteTexts } from './noteTexts.ts'

let parsed: string[]
let textOf: NoteTexts
beforeEach(() => {
  parsed = []
  textOf = createNoteTexts(markdown => {
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

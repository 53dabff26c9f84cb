import { expect, test } from 'vitest'
import { readSharedText } from './NewNoteScreen.tsx'

const readShared = (fields: Record<string, string>) => readSharedText(`?${new URLSearchParams(fields)}`)

test('returns null if nothing was shared', () => {
  expect(readSharedText('')).toBeNull()
  expect(readShared({ title: ' ', text: '\r\n' })).toBeNull()
  expect(readShared({ topic: '3' })).toBeNull()
})

test('combines title, text and URL', () => {
  const url = 'https://example.com/강?가=나&다'
  const text = `여기서\n만나요\n\n${url}`
  expect(readShared({ title: '한강', text: '여기서\r\n만나요', url })).toEqual({ title: '한강', text })
  expect(readShared({ text, url })).toEqual({ title: '', text })
})

test('repeats a title that is too long or has line breaks above the text', () => {
  const title = '아주 긴 제목 '.repeat(10).trim()
  const note = readShared({ title, text: '글' })
  expect(note?.title.length).toBeLessThanOrEqual(40)
  expect(note?.text).toBe(`${title}\n\n글`)
  expect(readShared({ title: '두\n줄' })).toEqual({ title: '두 줄', text: '' })
})

test('truncates huge texts', () => {
  const { text } = readSharedText(`?text=${'가'.repeat(200_000)}`) ?? { text: '' }
  expect(text.length).toBe(50_000)
})

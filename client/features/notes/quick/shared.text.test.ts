import { expect, test } from 'vitest'
import { sharedText } from './shared.text.ts'

const sent = (fields: Record<string, string>) => sharedText(`?${new URLSearchParams(fields)}`)

test('nothing was sent', () => {
  expect(sharedText('')).toBeNull()
  expect(sent({ title: ' ', text: '\r\n' })).toBeNull()
  expect(sent({ topic: '3' })).toBeNull()
})

test('a title, a text and an address become a note', () => {
  expect(sent({ title: '한강', text: '여기서\r\n만나요', url: 'https://example.com/강?가=나&다' })).toEqual({
    title: '한강',
    text: '여기서\n만나요\n\nhttps://example.com/강?가=나&다',
  })
  expect(sent({ text: '만나요 https://example.com', url: 'https://example.com' })).toEqual({
    title: '',
    text: '만나요 https://example.com',
  })
})

test('of a title that is too long, or has lines, nothing is lost', () => {
  const title = '아주 긴 제목 '.repeat(10).trim()
  const note = sent({ title, text: '글' })
  expect(note?.title.length).toBeLessThanOrEqual(40)
  expect(note?.text).toBe(`${title}\n\n글`)
  expect(sent({ title: '두\n줄' })).toEqual({ title: '두 줄', text: '' })
})

test('of megabytes only so much is taken as shows that it is too much', () => {
  const { text } = sharedText(`?text=${'가'.repeat(200_000)}`) ?? { text: '' }
  expect(text.length).toBe(50_000)
})

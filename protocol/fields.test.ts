import { expect, test } from 'vitest'
import { line } from './fields.ts'

const field = line('notes.titleLength', { min: 1, max: 40 })
const optional = line('notes.titleLength', { max: 40 })

test.each(['ㅤㅤㅤ', '\u1160', '\u200b', '\u2800', '\u00ad \u2060', '\ufe0f'])(
  'a line of nothing that can be seen is no line: %j',
  blank => {
    expect(field.safeParse(blank).success).toBe(false)
    expect(optional.safeParse(blank).success).toBe(false)
  },
)

test.each(['가', '.', '👨‍👩‍👧', '❤️', 'ㅋ', '　가', 'ㅤ가ㅤ', '\ufffd'])('%j can be seen', seen => {
  expect(field.safeParse(seen).success).toBe(true)
})

test('where a line may be missing, nothing at all is right', () => {
  expect(optional.parse('  ')).toBe('')
})

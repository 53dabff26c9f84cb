import { expect, test } from 'vitest'
import { FIELD_TEXT_MAX, longInputOf } from './longInput.ts'

function input(value: string, data: string | null, others: object = {}): InputEvent {
  const field = { value, selectionStart: 0, selectionEnd: 0, ...others }
  const dataTransfer = { getData: () => 'x'.repeat(FIELD_TEXT_MAX + 1) }
  return { target: field, data, dataTransfer, defaultPrevented: false } as unknown as InputEvent
}

test('returns input that makes a field far too long, whatever its source', () => {
  const long = '가'.repeat(FIELD_TEXT_MAX + 1)
  expect(longInputOf(input('', long))).toBe(long)
  expect(longInputOf(input('', null))).toHaveLength(FIELD_TEXT_MAX + 1)
  expect(longInputOf(input('가'.repeat(FIELD_TEXT_MAX - 500), '나'.repeat(1_000)))).toHaveLength(1_000)
})

test('returns null for input that fits, that replaces as much text, or that is typed', () => {
  const full = '가'.repeat(FIELD_TEXT_MAX)
  expect(longInputOf(input('', full))).toBe(null)
  expect(longInputOf(input(full, full, { selectionEnd: FIELD_TEXT_MAX }))).toBe(null)
  expect(longInputOf(input(full, '나'))).toBe(null)
  expect(longInputOf({ target: null, data: full, defaultPrevented: false } as unknown as InputEvent)).toBe(
    null,
  )
})

import { expect, test } from 'vitest'
import { createErrorFilter } from './checks.mjs'

test('an error that two projects report is printed once, with its details', () => {
  const printed = new Set()
  const lines = ['a.ts(1,2): error TS1: wrong', '  because of this', 'b.ts(1,2): error TS1: wrong']
  const first = createErrorFilter(printed)
  const second = createErrorFilter(printed)
  expect(lines.map(first)).toEqual(lines)
  expect([...lines, 'c.ts(1,2): error TS2: wrong', '  because of that'].map(second)).toEqual([
    null,
    null,
    null,
    'c.ts(1,2): error TS2: wrong',
    '  because of that',
  ])
})

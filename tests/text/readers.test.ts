import { beforeAll, expect, test } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { countSteps, createMeasure, expectCheap, GROWTH_MAX, measureGrowth } from './measure.ts'
import { readers } from './readers.ts'

countSteps()
// Some readers produce messages.
beforeAll(completeCatalogue)

test.each(readers)('%s', { timeout: 600_000 }, (_, reader) => expectCheap(reader))

/** Readers that take a long time for a text that repeats this character, in four ways. */
const SIGN = 'a'
const signsOf = (text: string) => [...text].filter(sign => sign === SIGN)
const quadratic: [name: string, read: (text: string) => unknown][] = [
  ['a nested loop', text => signsOf(text).map((_, at) => signsOf(text).filter((__, other) => other < at))],
  ['a search from each position', text => signsOf(text).map((_, at) => text.indexOf('!!', at))],
  ['a pattern from each position', text => signsOf(text).map((_, at) => /a!!/.test(text.slice(at)))],
  ['a list whose first element is removed repeatedly', text => shiftAll(signsOf(text))],
]

function shiftAll(list: string[]): void {
  while (list.length > 0) list.shift()
}

test.each(quadratic)('detects %s', (_, read) => {
  const areCheap = createMeasure({ max: 5_000, read, worth: 30 })
  expect(areCheap([SIGN.repeat(5_000)])).toBe(false)
  expect(areCheap(['b'.repeat(5_000)])).toBe(true)
})

test('detects a reader for which every text is slow', () => {
  expect(measureGrowth({ max: 5_000, read: text => shiftAll([...text]), worth: 30 })).toBeGreaterThan(
    GROWTH_MAX,
  )
})

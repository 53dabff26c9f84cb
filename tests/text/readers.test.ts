import { beforeAll, expect, test } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { countSteps, expectCheap, GROWTH_MAX, growthOf, measureOf } from './measure.ts'
import { readers } from './readers.ts'

countSteps()
// Some readers say something of what they read.
beforeAll(completeCatalogue)

test.each(readers)('%s', { timeout: 600_000 }, (_, reader) => expectCheap(reader))

/** Readers that take a long time for a text of nothing but this sign, in four ways. */
const SIGN = 'a'
const signsOf = (text: string) => [...text].filter(sign => sign === SIGN)
const quadratic: [name: string, read: (text: string) => unknown][] = [
  ['a loop in a loop', text => signsOf(text).map((_, at) => signsOf(text).filter((__, other) => other < at))],
  ['a search from each place', text => signsOf(text).map((_, at) => text.indexOf('!!', at))],
  ['a pattern from each place', text => signsOf(text).map((_, at) => /a!!/.test(text.slice(at)))],
  ['a list that loses its first element each time', text => shiftAll(signsOf(text))],
]

function shiftAll(list: string[]): void {
  while (list.length > 0) list.shift()
}

test.each(quadratic)('%s is found', (_, read) => {
  const areCheap = measureOf({ max: 5_000, read, worth: 30 })
  expect(areCheap([SIGN.repeat(5_000)])).toBe(false)
  expect(areCheap(['b'.repeat(5_000)])).toBe(true)
})

test('a reader for which every text takes long is found', () => {
  expect(growthOf({ max: 5_000, read: text => shiftAll([...text]), worth: 30 })).toBeGreaterThan(GROWTH_MAX)
})

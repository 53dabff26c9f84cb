import { beforeAll, expect, test } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { expectCheap, measureOf } from './measure.ts'
import { readers } from './readers.ts'

// Some readers say something of what they read.
beforeAll(completeCatalogue)

test.each(readers)('%s', { timeout: 120_000 }, (_, reader) => expectCheap(reader))

test('a reader that does not keep to it is found', () => {
  const isQuadratic = (text: string) => /a+$/.test(text)
  const isCheap = measureOf({ max: 5_000, read: isQuadratic, worth: 30 })
  expect(isCheap(`${'a'.repeat(4_999)}!`)).toBe(false)
  expect(isCheap('b'.repeat(5_000))).toBe(true)
})

import { test } from 'vitest'
import { expectCheap } from './measure.ts'
import { longReaders } from './readers.ts'

test.each(longReaders)('%s', { timeout: 120_000 }, (_, reader) => expectCheap(reader))

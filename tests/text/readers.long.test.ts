import { test } from 'vitest'
import { countSteps, expectCheap } from './measure.ts'
import { longReaders } from './readers.ts'

countSteps()

test.each(longReaders)('%s', { timeout: 600_000 }, (_, reader) => expectCheap(reader))

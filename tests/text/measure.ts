import fc from 'fast-check'
import { expect } from 'vitest'
import type { Reader } from './readers.ts'
import { anyRepetition, plainTextOf, worstTexts } from './worst.texts.ts'

/**
 * No text costs its readers out of proportion to its length. Work is counted in processor time and against the same
 * work on plain text, so a busy or slow machine changes nothing; what is once cheap enough is.
 */
/** Longer together than the engine tidies its memory in threads whose time counts as well. */
const TRIES = 24
/** Long enough to be counted. */
const PLAIN_MS = 0.5
/** Of so many readings one is enough where it costs little, as nearly all do. */
const READINGS_FOR_ONE = 8
/** What looks for one rare sign hardly touches plain text: every reader may do what looking at each sign once costs. */
const onePass = (text: string) => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at)
  return sum
}

/** Processor time of this process, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Of reading a text so many times; it stops at more than `enough`. */
function measure(
  read: Reader['read'],
  text: string,
  times: number,
  enough = Number.POSITIVE_INFINITY,
): number {
  const before = processorTime()
  for (let time = 0; time < times && processorTime() - before <= enough; time++) read(text)
  return processorTime() - before
}

/** Tells of a text whether it costs a reader at most so many times what plain text costs. */
export function measureOf({ max, read, worth }: Reader): (text: string) => boolean {
  const plain = plainTextOf(max)
  let times = 1
  while (measure(read, plain, times) < PLAIN_MS) times *= 2
  const least = (reads: Reader['read']) =>
    Math.min(...Array.from({ length: TRIES }, () => measure(reads, plain, times)))
  const limit = worth * Math.max(least(read), least(onePass), PLAIN_MS / 2)
  const few = Math.ceil(times / READINGS_FOR_ONE)
  const fewLimit = (limit * few) / times
  return text =>
    measure(read, text, few, fewLimit) <= fewLimit ||
    Array.from({ length: TRIES }).some(() => measure(read, text, times, limit) <= limit)
}

/** Fails with the names of the texts that cost this reader too much. */
export function expectCheap(reader: Reader): void {
  const isCheap = measureOf(reader)
  const dear = worstTexts(reader.max).filter(([, text]) => !isCheap(text))
  expect(dear.map(([name]) => name)).toEqual([])
  fc.assert(
    fc.property(anyRepetition(reader.max), text => isCheap(text)),
    { numRuns: 30 },
  )
}

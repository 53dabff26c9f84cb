import { Session } from 'node:inspector'
import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Reader } from './readers.ts'
import { anyRepetition, plainTextOf, worstTexts } from './worst.texts.ts'

/**
 * No text costs its readers out of proportion to its length. Work is counted in steps, never in time: the blocks of
 * code that V8 executes, and the characters and elements that built-in functions process. The count does not depend
 * on the machine’s speed.
 */

/** The number of texts that are read between two reads of the counters, which take milliseconds each. */
const BATCH = 16
const RANDOM_TEXTS = 30
/** Shows the repeated pieces of a text. */
const NAME_LENGTH = 200

const session = new Session()
let isCounting = false
let passedOver = 0

/** Counts steps in this file. Other files of the worker run without counters. */
export function countSteps(): void {
  let restore = () => {}
  beforeAll(() => {
    session.connect()
    post('Profiler.enable')
    post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    restore = watchBuiltIns()
  })
  afterAll(() => {
    restore()
    post('Profiler.stopPreciseCoverage')
    session.disconnect()
  })
}

/** Returns the number of steps of the work. */
function stepsOf(work: () => void): number {
  executedBlocks()
  passedOver = 0
  isCounting = true
  try {
    work()
  } finally {
    isCounting = false
  }
  return executedBlocks() + passedOver
}

interface Coverage {
  result: { functions: { ranges: { count: number }[] }[] }[]
}

/** Since the previous call. */
function executedBlocks(): number {
  const { result } = post('Profiler.takePreciseCoverage') as Coverage
  const ranges = result.flatMap(({ functions }) => functions.flatMap(each => each.ranges))
  return ranges.reduce((sum, { count }) => sum + count, 0)
}

/** The response of a session in the same process arrives before `post` returns. */
function post(method: string, params?: object): object {
  let answer: object = {}
  session.post(method, params, (error, result) => {
    if (error) throw error
    answer = result ?? {}
  })
  return answer
}

/** Counts the work of built-in functions, in which V8 counts no blocks. Returns a function that stops it. */
function watchBuiltIns(): () => void {
  const restores = [
    // scripts/checks/patterns.test.mjs checks the growth of patterns; `replace`, `split` and similar functions call
    // `exec`.
    wrap(RegExp.prototype, 'exec', (pattern, [text], found) => countScanned(pattern, String(text), found)),
    ...(['indexOf', 'lastIndexOf', 'includes'] as const).map(name =>
      wrap(String.prototype, name, (text, [part, from]) => countSearched(String(text), String(part), from)),
    ),
    ...(['toLowerCase', 'toUpperCase', 'normalize', 'trim', 'trimStart', 'trimEnd'] as const).map(name =>
      wrap(String.prototype, name, text => text.length),
    ),
    ...(['repeat', 'padStart', 'padEnd'] as const).map(name =>
      wrap(String.prototype, name, (_text, _given, made) => String(made).length),
    ),
    ...(['indexOf', 'includes', 'concat', 'splice', 'shift', 'unshift', 'join', 'reverse'] as const).map(
      name => wrap(Array.prototype, name, list => list.length),
    ),
    wrap(Array.prototype, 'slice', (_list, _given, made) => (made as unknown[]).length),
  ]
  return () => {
    for (const restore of restores) restore()
  }
}

function wrap<Owner extends object>(
  owner: Owner,
  name: keyof Owner & string,
  costOf: (self: Owner, given: unknown[], made: unknown) => number,
): () => void {
  const original = owner[name] as (...given: unknown[]) => unknown
  const set = (value: unknown) =>
    Object.defineProperty(owner, name, { value, writable: true, configurable: true })
  set(function counted(this: Owner, ...given: unknown[]) {
    const made = original.apply(this, given)
    if (isCounting) {
      isCounting = false
      passedOver += costOf(this, given, made)
      isCounting = true
    }
    return made
  })
  return () => set(original)
}

/** The characters that a pattern scans until it has matched, or failed to. */
function countScanned(
  { source, global, sticky, multiline, lastIndex }: RegExp,
  text: string,
  found: unknown,
): number {
  const match = found as RegExpExecArray | null
  // After a match, `lastIndex` is behind it.
  if (match) return global || sticky ? match[0].length + 1 : match.index + match[0].length
  const isAnchored = sticky || (source.startsWith('^') && !multiline && !source.includes('|'))
  return isAnchored ? 1 : text.length - lastIndex
}

function countSearched(text: string, part: string, from: unknown): number {
  const start = typeof from === 'number' ? from : 0
  const at = text.indexOf(part, start)
  return (at < 0 ? text.length : at) - start
}

/** The maximum growth of the steps for four times the text. Linear work grows by four, quadratic work by sixteen. */
export const GROWTH_MAX = 7
/** In UTF-16 units. The growth of a shorter text says little. */
const GROWTH_FROM = 1_000

/** The growth of the steps for four times as much plain text. */
export function measureGrowth({ max, read }: Reader): number {
  const [short, long] = [plainTextOf(Math.ceil(max / 4)), plainTextOf(max)]
  read(long)
  // A reader that hardly touches plain text may look at each character once.
  return (
    stepsOf(() => read(long)) /
    Math.max(
      stepsOf(() => read(short)),
      max / 4,
    )
  )
}

/** Checks for texts whether each costs a reader at most `worth` times as much as plain text. */
export function createMeasure({ max, read, worth }: Reader): (texts: readonly string[]) => boolean {
  const plain = plainTextOf(max)
  read(plain)
  // A search for one rare character hardly touches plain text: every reader may look at each character once.
  const limit =
    worth *
    Math.max(
      stepsOf(() => read(plain)),
      max,
    )
  return texts => stepsOf(() => texts.forEach(text => void read(text))) <= limit
}

/** The texts that cost too much. A batch that costs no more than one text may is not split further. */
function findExpensive<Named>(
  texts: readonly Named[],
  areAllCheap: (texts: readonly Named[]) => boolean,
): Named[] {
  if (texts.length === 0 || areAllCheap(texts)) return []
  if (texts.length === 1) return [...texts]
  const half = Math.ceil(texts.length / 2)
  return [
    ...findExpensive(texts.slice(0, half), areAllCheap),
    ...findExpensive(texts.slice(half), areAllCheap),
  ]
}

/** Fails with the names of the texts that cost this reader too much. */
export function expectCheap(reader: Reader): void {
  if (reader.max >= GROWTH_FROM) expect(measureGrowth(reader)).toBeLessThan(GROWTH_MAX)
  const areAllCheap = createMeasure(reader)
  const byChance = fc.sample(anyRepetition(reader.max), RANDOM_TEXTS)
  const texts = [
    ...worstTexts(reader.max),
    ...byChance.map(text => [JSON.stringify(text.slice(0, NAME_LENGTH)), text] as const),
  ]
  const dear: string[] = []
  for (let at = 0; at < texts.length; at += BATCH) {
    const batch = texts.slice(at, at + BATCH)
    dear.push(
      ...findExpensive(batch, named => areAllCheap(named.map(([, text]) => text))).map(([name]) => name),
    )
  }
  expect(dear).toEqual([])
}

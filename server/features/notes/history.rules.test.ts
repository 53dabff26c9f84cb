import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EDITING_SESSION_MS, HISTORY_STOOD_MS, HISTORY_VERSIONS_MAX } from '#protocol/limits.ts'
import { MINUTE_MS } from '#server/platform/durations.ts'
import { type EditingSession, historyOfSave, removedLength, versionsToForget } from './history.rules.ts'

const since = new Date('2026-03-01T10:00:00Z')
const later = (ms: number) => new Date(since.getTime() + ms)
const title = '회의록'
/** One letter per word, so that no two words have anything in common. */
const wordOf = (number: number) => String.fromCharCode(0xac00 + number).repeat(5)
const textOf = (words: readonly number[]) => words.map(wordOf).join(' ')
const wordsUpTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)

const LONG = textOf(wordsUpTo(200))
const written = { title, text: LONG, editingSession: { sessionId: 'desktop', since } }
const save = (ms: number, change: Partial<Parameters<typeof historyOfSave>[1]> = {}) => ({
  sessionId: 'desktop',
  at: later(ms),
  keepsEarlier: false,
  title,
  text: LONG,
  ...change,
})

test('replaces the previous text for five minutes if saves only add', () => {
  const added = `${LONG} 더 쓴 글`
  expect(historyOfSave(written, save(EDITING_SESSION_MS - 1, { text: added }))).toEqual({
    editingSession: written.editingSession,
    keepsPrevious: false,
    losesText: false,
  })
  expect(historyOfSave(written, save(EDITING_SESSION_MS, { text: added }))).toEqual({
    editingSession: { sessionId: 'desktop', since: later(EDITING_SESSION_MS) },
    keepsPrevious: true,
    losesText: false,
  })
})

test('keeps the previous text for a new session, an unsaved base or a note without a session', () => {
  const [at, keepsPrevious] = [later(1), true]
  expect(historyOfSave(written, save(1, { sessionId: 'phone' }))).toMatchObject({
    editingSession: { sessionId: 'phone', since: at },
    keepsPrevious,
  })
  expect(historyOfSave(written, save(1, { keepsEarlier: true }))).toMatchObject({
    editingSession: { since: at },
    keepsPrevious,
  })
  expect(historyOfSave({ title, text: LONG }, save(1))).toMatchObject({
    editingSession: { since: at },
    keepsPrevious,
  })
})

describe('keeps the previous text after a heavy cut, however soon', () => {
  test.each([
    ['another text of the same length', { text: textOf(wordsUpTo(200, 1_000)) }],
    ['nothing', { text: '' }],
    ['a fifth less', { text: textOf(wordsUpTo(160)) }],
    ['200 characters less in the middle', { text: textOf(wordsUpTo(200).filter(at => at < 50 || at >= 84)) }],
    ['another title', { title: '소풍' }],
  ])('%s', (_, change) => {
    expect(historyOfSave(written, save(1, change))).toMatchObject({ keepsPrevious: true, losesText: true })
  })
  test('takes a fifth of a short text as a heavy cut', () => {
    const short = { ...written, text: '우유 두 팩, 달걀, 식빵' }
    expect(historyOfSave(short, save(1, { text: '우유 두 팩, 식빵' }))).toMatchObject({ keepsPrevious: true })
  })
})

test('adds small cuts up to a heavy one, unless the text was kept meanwhile', () => {
  let last: { title: string; text: string; editingSession: EditingSession } = written
  const storedVersions: number[] = []
  for (let words = 199; words >= 80; words -= 1) {
    const next = save(200 - words, { text: textOf(wordsUpTo(words)) })
    const { editingSession, keepsPrevious } = historyOfSave(last, next)
    if (keepsPrevious) storedVersions.push(last.text.length)
    last = { ...next, editingSession }
  }
  const steps = [LONG.length, ...storedVersions]
    .slice(0, -1)
    .map((length, index) => length - (storedVersions[index] ?? 0))
  expect(storedVersions.length).toBeGreaterThan(2)
  expect(Math.max(...steps)).toBeLessThanOrEqual(200)
})

test('keeps a text that stood for a minute as soon as a letter is removed', () => {
  const change = { text: LONG.slice(0, -1) }
  expect(historyOfSave(written, save(HISTORY_STOOD_MS - 1, change)).keepsPrevious).toBe(false)
  expect(historyOfSave(written, save(HISTORY_STOOD_MS, change))).toMatchObject({
    keepsPrevious: true,
    losesText: true,
  })
})

interface Version {
  words: readonly number[]
  at: number
}

/** Simulates saves: returns every saved text, and the versions that can be restored at the end. */
function simulateSaves(edits: readonly Edit[]): { saved: Version[]; restorable: Version[] } {
  let now = 0
  let fresh = 500
  let last = {
    words: wordsUpTo(30),
    at: 0,
    editingSession: { sessionId: 'desktop', since } as EditingSession,
  }
  const saved: Version[] = [last]
  const restorable: Version[] = []
  for (const { pauseMs, device, adds, at, removes, movesTo } of edits) {
    now += pauseMs
    const words = [...last.words]
    const index = Math.floor(at * words.length)
    const removedWords = words.splice(index, Math.floor(removes * words.length))
    if (movesTo !== null) words.splice(Math.floor(movesTo * words.length), 0, ...removedWords)
    words.splice(index, 0, ...wordsUpTo(adds, fresh))
    fresh += adds
    const next = save(now, { sessionId: device, text: textOf(words) })
    const { editingSession, keepsPrevious } = historyOfSave(
      { title, text: textOf(last.words), editingSession: last.editingSession },
      next,
    )
    if (keepsPrevious) restorable.push(last)
    last = { words, at: now, editingSession }
    saved.push(last)
  }
  return { saved, restorable: [...restorable, last] }
}

const edit = fc.record({
  pauseMs: fc.oneof(fc.nat(5_000), fc.nat(90_000), fc.nat(10 * 60_000)),
  device: fc.constantFrom('desktop', 'desktop', 'desktop', 'phone'),
  adds: fc.nat(20),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removes: fc.oneof(
    fc.constant(0),
    fc.double({ min: 0, max: 0.1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
  movesTo: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
})
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never

test('can restore texts before a heavy cut and texts that stood for a minute', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: HISTORY_VERSIONS_MAX - 1 }), edits => {
      const { saved, restorable } = simulateSaves(edits)
      for (const [index, version] of saved.slice(0, -1).entries()) {
        const next = saved[index + 1] ?? version
        const nextWords = new Set(next.words)
        const removed = version.words.filter(word => !nextWords.has(word)).length * 5
        if (removed >= 200 || removed >= textOf(version.words).length / 5)
          if (removed > 0) expect(restorable).toContain(version)
        if (next.at - version.at >= HISTORY_STOOD_MS)
          expect(restorable.some(({ words }) => version.words.every(word => words.includes(word)))).toBe(true)
      }
    }),
  )
})

test('keeps at most one version per five minutes while a session only adds', () => {
  const addingEdits = edit.map(({ movesTo: _, ...each }) => ({
    ...each,
    device: 'desktop' as const,
    removes: 0,
    movesTo: null,
  }))
  fc.assert(
    fc.property(fc.array(addingEdits, { minLength: 1, maxLength: 40 }), edits => {
      const { saved, restorable } = simulateSaves(edits)
      let [count, start] = [1, 0]
      for (const { at } of saved) if (at - start >= EDITING_SESSION_MS) [count, start] = [count + 1, at]
      expect(restorable).toHaveLength(count)
    }),
  )
})

const MOST = HISTORY_VERSIONS_MAX - 1

/** Versions left after keeping one after each of these pauses, in milliseconds. */
function remainingAfter(pauses: readonly number[], losesText = (_version: number) => false) {
  let now = since.getTime()
  let remaining: Parameters<typeof versionsToForget>[0][number][] = []
  for (const [index, pause] of pauses.entries()) {
    const version = index + 1
    remaining.push({ version, lastUpdate: new Date(now), ...(losesText(version) && { losesText: true }) })
    now += pause
    const deleted = versionsToForget(remaining, MOST, new Date(now))
    remaining = remaining.filter(one => !deleted.includes(one.version))
  }
  return remaining
}

test('keeps the first and the newest texts within the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100 * MINUTE_MS), { minLength: 1, maxLength: 150 }), pauses => {
      const versions = remainingAfter(pauses).map(({ version }) => version)
      expect(versions.length).toBe(Math.min(pauses.length, MOST))
      expect(versions[0]).toBe(1)
      const newest = pauses.map((_, index) => index + 1).slice(-6)
      expect(versions.slice(-6)).toEqual(newest)
    }),
  )
})

test('keeps the newest texts, also if all were written in one minute long ago', () => {
  const day = 24 * 60 * MINUTE_MS
  const daysBefore = Array.from({ length: 60 }, () => day)
  const versions = remainingAfter([...daysBefore, 1_000, 1_000, 1_000, day]).map(({ version }) => version)
  expect(versions.slice(-6)).toEqual([59, 60, 61, 62, 63, 64])
})

test('keeps earlier days when two devices alternate saves within one minute', () => {
  const daysBefore = Array.from({ length: 10 }, () => 24 * 60 * MINUTE_MS)
  const byTurns = Array.from({ length: 100 }, () => 2_000)
  const versions = remainingAfter([...daysBefore, ...byTurns]).map(({ version }) => version)
  const ofDays = versions.filter(version => version <= daysBefore.length)
  expect(ofDays.at(-1)).toBe(daysBefore.length)
  expect(ofDays.length).toBeGreaterThan(daysBefore.length / 2)
})

test('keeps each hour of an evening of writing', () => {
  const remaining = remainingAfter(Array.from({ length: 150 }, () => 5 * MINUTE_MS))
  const gaps = remaining.slice(1).map(({ version }, index) => version - (remaining[index]?.version ?? 0))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(12)
})

test('removes versions whose text survives before versions with lost text, and keeps the newest of those', () => {
  const version = fc.record({ pause: fc.nat(10 * MINUTE_MS), loses: fc.boolean() })
  fc.assert(
    fc.property(fc.array(version, { minLength: MOST, maxLength: 150 }), versions => {
      const loses = (number: number) => versions[number - 1]?.loses ?? false
      const remaining = remainingAfter(
        versions.map(({ pause }) => pause),
        loses,
      )
      const lost = versions.map((_, index) => index + 1).filter(loses)
      expect(remaining.map(one => one.version)).toEqual(expect.arrayContaining(lost.slice(-24)))
      if (lost.length <= MOST - 7)
        expect(remaining.map(one => one.version)).toEqual(expect.arrayContaining(lost))
    }),
  )
})

const [first, second, third] = [
  '우리는 오늘 도서관에서 만나 책을 골랐어요.',
  '점심에는 국수를 먹고 강가를 걸었어요.',
  '저녁에는 각자 쓴 글을 돌려 읽었어요.',
]
const text = [first, second, third].join('\n\n')

test.each([
  ['nothing changed', text, text],
  ['text before, within and after', text, `어제\n${first} 그리고\n\n${second}!\n\n${third} 끝`],
  ['a word in each sentence', '우유, 빵', '우유 2개, 빵 3개'],
  ['a paragraph moved', text, [second, third, first].join('\n\n')],
  ['a task ticked', '- [ ] 우유\n- [ ] 빵', '- [x] 우유\n- [X] 빵'],
  ['a tick taken back', '1. [x] 우유', '1. [ ] 우유'],
])('removes nothing by %s', (_, before, after) => {
  expect(removedLength(before, after)).toBe(0)
})

const table = (rows: number, columns: number) =>
  Array.from(
    { length: rows },
    (_, row) => `| ${Array.from({ length: columns }, (_, at) => (row * 7 + at * 3) % 10).join(' | ')} |`,
  ).join('\n')

test.each([
  ['a table of numbers', table(40, 3), table(200, 5).replaceAll(' | ', '1 | 2')],
  [
    'numbers',
    '3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3',
    '271828182845904523536028747135266249775724709369995'.repeat(20),
  ],
  ['letters', 'C G Am F '.repeat(20), 'Can Go Amsterdam For Come Great Amuse Food '.repeat(30)],
])('counts %s as removed if they occur in a much longer text by chance', (_, before, after) => {
  expect(removedLength(before, after)).toBeGreaterThan(before.length / 5)
})

test('removes nothing by a much longer text above', () => {
  const numbers = '3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3'
  expect(removedLength(`앞 ${numbers} 뒤`, `앞 ${'0123456789 '.repeat(200)}${numbers} 그리고 뒤`)).toBe(0)
})

test.each([
  ['all', text, '', text.length],
  ['a paragraph', text, [first, third].join('\n\n'), second.length + 2],
  ['a word', '가 나비 다', '가 다', 3],
  ['an unrelated text of the same length', second.slice(0, 20), third.slice(0, 20), 17],
  ['one of two equal paragraphs', `${first}\n${first}`, `${first}\n${'다른 글'.repeat(8)}`, first.length],
  ['repeated letters', 'ㅋ'.repeat(400), `x${'ㅋ'.repeat(100)}y`, 300],
  ['the order of words', '일곱 여덟 아홉 열', '열 아홉 여덟 일곱', 10],
])('counts what is removed by %s', (_, before, after, length) => {
  expect(removedLength(before, after)).toBe(length)
})

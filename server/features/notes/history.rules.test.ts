import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HISTORY_SITTING_MS } from '#protocol/limits.ts'
import { sittingOf, versionsToForget } from './history.rules.ts'

const since = new Date('2026-03-01T10:00:00Z')
const later = (ms: number) => new Date(since.getTime() + ms)
const last = { sessionId: 'desktop', since }

test('a save soon after by the same session goes on', () => {
  const save = { sessionId: 'desktop', at: later(HISTORY_SITTING_MS - 1), keepsEarlier: false }
  expect(sittingOf(last, save)).toBe(last)
})

test('however often it is saved, a version holds five minutes of writing', () => {
  const at = later(HISTORY_SITTING_MS)
  expect(sittingOf(last, { sessionId: 'desktop', at, keepsEarlier: false })).toEqual({
    sessionId: 'desktop',
    since: at,
  })
})

test('another session, and a save that keeps what is earlier, never replace it', () => {
  const at = later(1)
  expect(sittingOf(last, { sessionId: 'phone', at, keepsEarlier: false }).since).toBe(at)
  expect(sittingOf(last, { sessionId: 'desktop', at, keepsEarlier: true }).since).toBe(at)
})

test('a note saved before there was a history begins one', () => {
  expect(sittingOf(undefined, { sessionId: 'desktop', at: since, keepsEarlier: false })).toEqual(last)
})

const MOST = 19
const MINUTE_MS = 60_000

/** What is left of a note's earlier texts when one is kept after each of these pauses, in milliseconds. */
function keptAfter(pauses: readonly number[]) {
  let now = since.getTime()
  let kept: { version: number; lastUpdate: Date }[] = []
  for (const [index, pause] of pauses.entries()) {
    kept.push({ version: index + 1, lastUpdate: new Date(now) })
    now += pause
    const forgotten = versionsToForget(kept, MOST, new Date(now))
    kept = kept.filter(({ version }) => !forgotten.includes(version))
  }
  return kept
}

test('the first text and the newest stay, however many come between them, and never too many', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100 * MINUTE_MS), { minLength: 1, maxLength: 80 }), pauses => {
      const versions = keptAfter(pauses).map(({ version }) => version)
      expect(versions.length).toBe(Math.min(pauses.length, MOST))
      expect(versions[0]).toBe(1)
      const newest = pauses.map((_, index) => index + 1).slice(-6)
      expect(versions.slice(-6)).toEqual(newest)
    }),
  )
})

test('the newest stay also when they were written in one minute, long ago', () => {
  const day = 24 * 60 * MINUTE_MS
  const daysBefore = Array.from({ length: 20 }, () => day)
  const versions = keptAfter([...daysBefore, 1_000, 1_000, 1_000, day]).map(({ version }) => version)
  expect(versions.slice(-6)).toEqual([19, 20, 21, 22, 23, 24])
})

test('two devices that save by turns in one minute leave what was written on the days before', () => {
  const daysBefore = Array.from({ length: 10 }, () => 24 * 60 * MINUTE_MS)
  const byTurns = Array.from({ length: 40 }, () => 2_000)
  const versions = keptAfter([...daysBefore, ...byTurns]).map(({ version }) => version)
  const ofDays = versions.filter(version => version <= daysBefore.length)
  expect(ofDays.at(-1)).toBe(daysBefore.length)
  expect(ofDays.length).toBeGreaterThan(daysBefore.length / 2)
})

test('of an evening of writing, saved every five minutes, each hour is there', () => {
  const kept = keptAfter(Array.from({ length: 60 }, () => 5 * MINUTE_MS))
  const gaps = kept.slice(1).map(({ version }, index) => version - (kept[index]?.version ?? 0))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(12)
})

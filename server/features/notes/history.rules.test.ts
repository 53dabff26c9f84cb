import { expect, test } from 'vitest'
import { HISTORY_SITTING_MS } from '#protocol/limits.ts'
import { sittingOf } from './history.rules.ts'

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

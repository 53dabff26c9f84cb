import { expect, test } from 'vitest'
import type { NotificationView } from '#protocol/inbox.ts'
import { byDay, isAmong, waitingIn, withNewest } from './inbox.cache.ts'

const notification = (thing: string, at: string, more: Partial<NotificationView> = {}): NotificationView => ({
  ...{ thing, kind: 'comment', at, isNew: true, people: [], peopleCount: 1, commentCount: 1 },
  ...more,
})

test('what came or was told anew waits, and what was seen or is shown already does not', () => {
  const shown = [
    notification('talk:1:1', '2026-11-19T03:00:00Z'),
    notification('room:1', '2026-11-19T02:00:00Z'),
  ]
  const newest = [
    notification('comment:7', '2026-11-19T04:00:00Z'),
    notification('talk:1:1', '2026-11-19T03:30:00Z', { commentCount: 2 }),
    notification('room:1', '2026-11-19T02:00:00Z'),
    notification('opinion:1', '2026-11-19T01:00:00Z', { isNew: false }),
  ]
  expect(waitingIn(newest, shown)).toBe(2)
})

test('what was seen elsewhere loses its mark where it stands; what was told anew keeps it', () => {
  const shown = [
    notification('room:1', '2026-11-19T02:00:00Z'),
    notification('talk:1:1', '2026-11-19T01:00:00Z'),
  ]
  const newest = [
    notification('talk:1:1', '2026-11-19T05:00:00Z', { isNew: false }),
    notification('room:1', '2026-11-19T02:00:00Z', { isNew: false }),
  ]
  expect(withNewest(shown, { news: newest, next: null }).map(({ thing, isNew }) => [thing, isNew])).toEqual([
    ['room:1', false],
    ['talk:1:1', true],
  ])
})

test('of a day what is about one note stands together', () => {
  const [note, room] = [
    { noteNo: 1, title: '' },
    { hubNo: 1, name: '', names: [], memberCount: 2 },
  ]
  const days = byDay(
    [
      notification('comment:9', '2026-11-19T09:00:00Z', { note, room }),
      notification('room:2', '2026-11-19T08:00:00Z'),
      notification('talk:1:1', '2026-11-19T07:00:00Z', { note, room }),
      notification('comment:3', '2026-11-18T09:00:00Z', { note, room }),
    ],
    at => at.toISOString().slice(0, 10),
  )
  expect(days.map(({ groups }) => groups.map(group => group.map(({ thing }) => thing)))).toEqual([
    [['comment:9', 'talk:1:1'], ['room:2']],
    [['comment:3']],
  ])
})

test('what is told no more leaves the list, as far as the answer reaches', () => {
  const [first, gone, older] = [
    notification('comment:9', '2026-11-19T09:00:00Z'),
    notification('comment:8', '2026-11-19T08:00:00Z'),
    notification('comment:7', '2026-11-19T07:00:00Z'),
  ]
  const things = (next: { at: string; thing: string } | null) =>
    withNewest([first, gone, older], { news: [first], next }).map(({ thing }) => thing)
  expect(things({ at: '2026-11-19T07:30:00Z', thing: 'comment:6' })).toEqual(['comment:9', 'comment:7'])
  expect(things(null)).toEqual(['comment:9'])
})

test('of what comes only that waits which the list holds', () => {
  const seen = notification('room:1', '2026-11-19T02:00:00Z', { kind: 'invited', isNew: false })
  const called = notification('comment:7', '2026-11-19T02:00:00Z', { kind: 'mention' })
  const holds = (only?: 'new' | 'toMe') => [seen, called].map(one => isAmong(one, only))
  expect([holds(), holds('new'), holds('toMe')]).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ])
})

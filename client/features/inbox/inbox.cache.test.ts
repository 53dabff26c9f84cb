import { expect, test } from 'vitest'
import type { NewsView } from '#protocol/inbox.ts'
import { byDay, waitingIn, withSeen } from './inbox.cache.ts'

const news = (thing: string, at: string, more: Partial<NewsView> = {}): NewsView => ({
  ...{ thing, kind: 'comment', at, isNew: true, people: [], peopleCount: 1, commentCount: 1 },
  ...more,
})

test('what came or was told anew waits, and what was seen or is shown already does not', () => {
  const shown = [news('talk:1:1', '2026-11-19T03:00:00Z'), news('room:1', '2026-11-19T02:00:00Z')]
  const newest = [
    news('comment:7', '2026-11-19T04:00:00Z'),
    news('talk:1:1', '2026-11-19T03:30:00Z', { commentCount: 2 }),
    news('room:1', '2026-11-19T02:00:00Z'),
    news('opinion:1', '2026-11-19T01:00:00Z', { isNew: false }),
  ]
  expect(waitingIn(newest, shown)).toBe(2)
})

test('what was seen elsewhere loses its mark where it stands; what was told anew keeps it', () => {
  const shown = [news('room:1', '2026-11-19T02:00:00Z'), news('talk:1:1', '2026-11-19T01:00:00Z')]
  const newest = [
    news('talk:1:1', '2026-11-19T05:00:00Z', { isNew: false }),
    news('room:1', '2026-11-19T02:00:00Z', { isNew: false }),
  ]
  expect(withSeen(shown, newest).map(({ thing, isNew }) => [thing, isNew])).toEqual([
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
      news('comment:9', '2026-11-19T09:00:00Z', { note, room }),
      news('room:2', '2026-11-19T08:00:00Z'),
      news('talk:1:1', '2026-11-19T07:00:00Z', { note, room }),
      news('comment:3', '2026-11-18T09:00:00Z', { note, room }),
    ],
    at => at.toISOString().slice(0, 10),
  )
  expect(days.map(({ groups }) => groups.map(group => group.map(({ thing }) => thing)))).toEqual([
    [['comment:9', 'talk:1:1'], ['room:2']],
    [['comment:3']],
  ])
})

// @vitest-environment jsdom
import { createStore, Provider } from 'jotai'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { notificationCountAtom } from '#client/live/counts.ts'
import { markNotificationSeen, type NotificationView } from '#protocol/inbox.ts'
import {
  countWaiting,
  groupByDay,
  matchesFilter,
  mergeNewest,
  useMarkNotificationsSeen,
  withSeenUpTo,
} from './inbox.queries.ts'

/** A notification of 19 November 2026 at this time. */
const notification = (
  thing: string,
  time: string,
  more: Partial<NotificationView> = {},
): NotificationView => ({
  ...{ thing, kind: 'comment', isNew: true, people: [], peopleCount: 1, commentCount: 1 },
  at: `2026-11-19T${time}Z`,
  ...more,
})

test('counts new and updated notifications as waiting, but not seen or visible ones', () => {
  const current = [notification('talk:1:1', '03:00:00'), notification('room:1', '02:00:00')]
  const latest = [
    notification('comment:7', '04:00:00'),
    notification('talk:1:1', '03:30:00', { commentCount: 2 }),
    notification('room:1', '02:00:00'),
    notification('opinion:1', '01:00:00', { isNew: false }),
  ]
  expect(countWaiting(latest, current)).toBe(2)
})

test('clears the mark of a notification seen elsewhere, but keeps it on an updated one', () => {
  const current = [notification('room:1', '02:00:00'), notification('talk:1:1', '01:00:00')]
  const latest = [
    notification('talk:1:1', '05:00:00', { isNew: false }),
    notification('room:1', '02:00:00', { isNew: false }),
  ]
  expect(
    mergeNewest(current, { news: latest, next: null }).map(({ thing, isNew }) => [thing, isNew]),
  ).toEqual([
    ['room:1', false],
    ['talk:1:1', true],
  ])
})

test('clears the marks of all listed notifications up to a time, also of those beyond the newest page', () => {
  const list = [
    notification('room:2', '03:00:00'),
    notification('room:1', '02:00:00'),
    notification('talk:1:1', '01:00:00'),
  ]
  expect(withSeenUpTo(list, '2026-11-19T02:00:00Z').map(({ isNew }) => isNew)).toEqual([true, false, false])
})

test('groups the notifications of a day by note', () => {
  const [note, room] = [
    { noteNo: 1, title: '' },
    { hubNo: 1, name: '', names: [], memberCount: 2 },
  ]
  const days = groupByDay(
    [
      notification('comment:9', '09:00:00', { note, room }),
      notification('room:2', '08:00:00'),
      notification('talk:1:1', '07:00:00', { note, room }),
      notification('comment:3', '', { note, room, at: '2026-11-18T09:00:00Z' }),
    ],
    at => at.toISOString().slice(0, 10),
  )
  expect(days.map(({ notifications }) => notifications.map(({ thing }) => thing))).toEqual([
    ['comment:9', 'room:2', 'talk:1:1'],
    ['comment:3'],
  ])
})

test('removes deleted notifications within the range of the response', () => {
  const [first, deleted, older] = [
    notification('comment:9', '09:00:00'),
    notification('comment:8', '08:00:00'),
    notification('comment:7', '07:00:00'),
  ]
  const things = (next: { at: string; thing: string } | null) =>
    mergeNewest([first, deleted, older], { news: [first], next }).map(({ thing }) => thing)
  expect(things({ at: '2026-11-19T07:30:00Z', thing: 'comment:6' })).toEqual(['comment:9', 'comment:7'])
  expect(things(null)).toEqual(['comment:9'])
})

test('matches notifications against the filter', () => {
  const seen = notification('room:1', '02:00:00', { kind: 'invited', isNew: false })
  const mention = notification('comment:7', '02:00:00', { kind: 'mention' })
  const matches = (only?: 'new' | 'toMe') =>
    [seen, mention].map(notification => matchesFilter(notification, only))
  expect([matches(), matches('new'), matches('toMe')]).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ])
})

function Room() {
  useMarkNotificationsSeen('room:1')
  return null
}

test('marks a notification as seen while its target is visible', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const fetched = vi.fn(async () => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  const store = createStore()
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(createElement(Provider, { store }, createElement(Room))))
  expect(fetched).not.toHaveBeenCalled()
  await act(async () => store.set(notificationCountAtom, { count: 1, revision: 0 }))
  const body = JSON.stringify({ thing: 'room:1' })
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    markNotificationSeen.path,
    expect.objectContaining({ body }),
  )
  await act(async () => root.unmount())
})

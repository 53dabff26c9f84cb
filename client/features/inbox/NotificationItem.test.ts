import { beforeAll, expect, test } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import type { NotificationView } from '#protocol/inbox.ts'
import { NOTIFICATION_GROUPED_MAX } from '#protocol/limits.ts'
import { notificationPath, notificationPlaces, notificationText } from './NotificationItem.tsx'

const notification = (more: Partial<NotificationView>): NotificationView => ({
  ...{ thing: 'talk:1:1', kind: 'comment', at: '2026-11-19T03:00:00Z', isNew: true },
  ...{ people: [{ userNo: 1, userName: '모임장', profPic: '' }], peopleCount: 1, commentCount: 1 },
  ...more,
})

beforeAll(completeCatalogue)

test('says that there are more comments or users than a notification groups', () => {
  const max = NOTIFICATION_GROUPED_MAX
  expect(notificationText(notification({ commentCount: 99 }))).toBe(
    '모임장님이 내 노트에 댓글 99개를 남겼어요',
  )
  expect(notificationText(notification({ commentCount: max }))).toBe(
    '모임장님이 내 노트에 댓글 99+개를 남겼어요',
  )
  expect(notificationText(notification({ kind: 'empathy', peopleCount: 99 }))).toBe(
    '모임장님 외 98명이 내 노트에 공감했어요',
  )
  expect(notificationText(notification({ kind: 'empathy', peopleCount: max }))).toBe(
    '모임장님 외 99+명이 내 노트에 공감했어요',
  )
})

test('an answer leads to the own opinions, because newer ones of others come before it', () => {
  expect(notificationPath(notification({ kind: 'answer' }))).toBe('/agora?only=own')
})

test('the name of a room without one counts all its other members', () => {
  const room = { hubNo: 1, name: '', names: ['박서준', '이하늘', '오세라'], memberCount: 200 }
  expect(notificationPlaces(notification({ kind: 'joined', room }))).toEqual([
    '박서준, 이하늘 +197',
    '친구 200명',
  ])
})

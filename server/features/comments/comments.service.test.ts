import { expect, test } from 'vitest'
import { COMMENT_EDIT_MS, COMMENTS_AT_ONCE, COMMENTS_BACK_AT_ONCE, MENTIONED_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { findMentioned } from './comments.notifications.ts'
import { isStillEditable, pageSizeFor } from './comments.service.ts'

const postedAt = new Date('2026-03-04T05:06:07Z')
const after = (passedMs: number) => new Date(postedAt.getTime() + passedMs)

test('allows editing for five minutes', () => {
  expect(isStillEditable({ postedAt }, after(0))).toBe(true)
  expect(isStillEditable({ postedAt }, after(COMMENT_EDIT_MS))).toBe(true)
  expect(isStillEditable({ postedAt }, after(COMMENT_EDIT_MS + 1))).toBe(false)
})

test('returns as many comments as are needed to reach the wanted one, within bounds', () => {
  const newestFirst = Array.from({ length: 500 }, (_, index) => ({ commentNo: 500 - index }))
  expect(pageSizeFor(newestFirst)).toBe(COMMENTS_AT_ONCE)
  expect(pageSizeFor(newestFirst, 490)).toBe(COMMENTS_AT_ONCE)
  expect(pageSizeFor(newestFirst, 401)).toBe(100)
  expect(pageSizeFor(newestFirst, 1)).toBe(COMMENTS_BACK_AT_ONCE)
})

test('mentions only the first of very many members', async () => {
  const userNos = Array.from({ length: MENTIONED_MAX + 5 }, (_, index) => index + 1)
  const names = new Map(userNos.map(userNo => [userNo, { userNo, username: `친구${userNo}번` }]))
  const context = { people: { getMany: async () => names } } as unknown as Context
  const hub = { members: userNos.map(userNo => ({ userNo })) } as HubRecord
  const text = userNos.map(userNo => `@친구${userNo}번`).join(' ')
  expect(await findMentioned(context, hub, text)).toEqual(userNos.slice(0, MENTIONED_MAX))
})

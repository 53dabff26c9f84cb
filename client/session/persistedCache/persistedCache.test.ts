import type { QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { agoraKeys } from '#client/features/agora/agora.queries.ts'
import { DEFAULT_SEARCH } from '#client/features/agora/agora.search.ts'
import { threadKey } from '#client/features/comments/comments.queries.ts'
import { discussionKeys } from '#client/features/discussion/discussion.queries.ts'
import { hubKeys } from '#client/features/hubs/hubs.queries.ts'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { topicKeys, topicTitleQuery } from '#client/features/topics/topics.queries.ts'
import { trashKeys } from '#client/features/trash/trash.queries.ts'
import { UNREAD_KEY } from '#client/live/unread.sync.ts'
import { isPersisted, type PersistedQuery, queriesToEvict } from './persistedCache.store.ts'

test('persists what is read offline', () => {
  const listing = { page: 1, order: 'talk', onlyUnread: false } as const
  const keys: QueryKey[] = [
    hubKeys.page(listing),
    hubKeys.info(1),
    noteKeys.page(1, 1, 'changed'),
    noteKeys.detail(1),
    topicKeys.page(1),
    topicTitleQuery(1).queryKey,
    discussionKeys.page(1, 1),
    threadKey({ hubNo: 1, noteNo: 1 }),
    UNREAD_KEY,
    ['inbox', 'all'],
    ['homeNotifications'],
    agoraKeys.page(1),
    trashKeys.page(1),
  ]
  for (const key of keys) expect(isPersisted(key), JSON.stringify(key)).toBe(true)
})

test('does not persist search results and data of the account or the administration', () => {
  const keys: QueryKey[] = [
    [...noteKeys.searches, '낱말', 1],
    noteKeys.history(1),
    ['inbox', 'mention'],
    agoraKeys.search({ ...DEFAULT_SEARCH, query: '낱말' }, 1),
    ['ownSessions'],
    ['administration', 'counts'],
    ['blocked'],
    ['invitation', 'token', 1],
  ]
  for (const key of keys) expect(isPersisted(key), JSON.stringify(key)).toBe(false)
})

test('evicts the oldest beyond 200 notes and 600 other queries', () => {
  const queries: PersistedQuery[] = [
    ...Array.from({ length: 203 }, (_, index) => ({
      queryKey: noteKeys.detail(index),
      data: index,
      updatedAt: 1000 + index,
    })),
    ...Array.from({ length: 402 }, (_, index) => ({
      queryKey: topicKeys.page(index),
      data: index,
      updatedAt: index,
    })),
  ]
  expect(queriesToEvict(queries).sort((a, b) => a - b)).toEqual([0, 1, 2, 203, 204])
  expect(queriesToEvict(queries.slice(0, 200))).toEqual([])
})

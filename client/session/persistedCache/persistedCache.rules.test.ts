import { expect, test } from 'vitest'
import { agoraKeys } from '#client/features/agora/agora.queries.ts'
import { EVERYTHING } from '#client/features/agora/agora.search.ts'
import { threadKey } from '#client/features/comments/comments.queries.ts'
import { discussionKeys } from '#client/features/discussion/discussion.queries.ts'
import { hubKeys } from '#client/features/hubs/hubs.queries.ts'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { topicKeys, topicTitleQuery } from '#client/features/topics/topics.queries.ts'
import { trashKeys } from '#client/features/trash/trash.queries.ts'
import { UNREAD_KEY } from '#client/live/unread.sync.ts'
import { isPersisted, type PersistedQuery, queriesToEvict } from './persistedCache.rules.ts'

test('what is read without a line is kept', () => {
  const listing = { page: 1, order: 'talk', onlyUnread: false } as const
  for (const key of [
    hubKeys.page(listing),
    hubKeys.info(1),
    noteKeys.page(1, 1, 'changed'),
    noteKeys.one(1),
    topicKeys.page(1),
    topicTitleQuery(1).queryKey,
    discussionKeys.page(1, 1),
    threadKey({ hubNo: 1, noteNo: 1 }),
    UNREAD_KEY,
    ['inbox', 'all'],
    agoraKeys.page(1),
    trashKeys.page(1),
  ])
    expect(isPersisted(key), JSON.stringify(key)).toBe(true)
})

test('what is looked for, or is of the account or of administrators, is not', () => {
  for (const key of [
    noteKeys.found('낱말', 1),
    noteKeys.history(1),
    ['inbox', 'mention'],
    agoraKeys.found({ ...EVERYTHING, query: '낱말' }, 1),
    ['ownSessions'],
    ['administration', 'counts'],
    ['blocked'],
    ['invitation', 'token', 1],
  ])
    expect(isPersisted(key), JSON.stringify(key)).toBe(false)
})

test('beyond 200 notes and 600 answers the oldest are too many', () => {
  const answers: PersistedQuery[] = [
    ...Array.from({ length: 203 }, (_, at) => ({
      queryKey: noteKeys.one(at),
      data: at,
      updatedAt: 1000 + at,
    })),
    ...Array.from({ length: 402 }, (_, at) => ({ queryKey: topicKeys.page(at), data: at, updatedAt: at })),
  ]
  expect(queriesToEvict(answers).sort((a, b) => a - b)).toEqual([0, 1, 2, 203, 204])
  expect(queriesToEvict(answers.slice(0, 200))).toEqual([])
})

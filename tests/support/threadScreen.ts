import type { QueryClient } from '@tanstack/react-query'
import type { Thread } from '#client/features/comments/comments.cache.ts'
import { type ThreadPlace, threadPage } from '#client/features/comments/comments.queries.ts'
import type { EventBus } from '#client/live/eventBus.ts'
import { getComments } from '#protocol/comments.ts'
import { askForPage, openLivePart } from './livePart.ts'
import type { TestUser } from './users.ts'

/** The contents of a thread for any viewer, without viewer-specific and invisible data. */
export type ShownThread = ReturnType<typeof describeThread> | null

/** A thread in a tab, updated by the client’s own code. */
export function openThread(cache: QueryClient, user: TestUser, bus: EventBus, place: ThreadPlace) {
  const part = openLivePart(
    cache,
    threadPage(cache, place, bus, asked => askForPage(user, getComments, asked)),
  )
  return {
    ...part,
    place,
    /** Null if the thread does not exist for the user. */
    shown(): ShownThread {
      const thread = part.page()
      return thread ? describeThread(thread) : null
    },
  }
}

/** The same contents from a fresh request. */
export async function fetchThread(user: TestUser, place: ThreadPlace): Promise<ShownThread> {
  const { status, body } = await user.request(getComments, place)
  return status === 200 ? describeThread(body) : null
}

/** Names only what it leaves out, so that a new field is compared. */
function describeThread(thread: Thread & { success?: true }) {
  const { success: _success, version: _version, goneNos: _goneNos, ...others } = thread
  const { readUpTo: _readUpTo, unreadBefore: _unreadBefore, empathies: reactions = [], ...shared } = others
  const visibleNos = new Set([0, ...shared.comments.map(({ commentNo }) => commentNo)])
  return {
    ...shared,
    empathies: reactions
      .filter(({ commentNo, userNos }) => userNos.length > 0 && visibleNos.has(commentNo))
      .toSorted((a, b) => a.commentNo - b.commentNo),
  }
}

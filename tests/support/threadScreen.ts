import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Thread } from '#client/features/comments/comments.cache.ts'
import { type ThreadPlace, threadPage } from '#client/features/comments/comments.queries.ts'
import type { EventBus } from '#client/live/eventBus.ts'
import { createLivePage } from '#client/live/livePage.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { getComments } from '#protocol/comments.ts'
import type { TestUser } from './users.ts'

/** The contents of a thread for any viewer, without viewer-specific and invisible data. */
export type ShownThread = ReturnType<typeof describeThread> | null

/** A thread in a tab, updated by the client’s own code. */
export function openThread(cache: QueryClient, user: TestUser, bus: EventBus, place: ThreadPlace) {
  const parts = threadPage(cache, place, bus, async asked => {
    const { status, body } = await user.request(getComments, asked).catch(throwOffline)
    if (status === 200) return body
    throw new CallFailed({ code: status === 404 ? 'notFound' : 'offline', status })
  })
  const live = createLivePage(cache, parts)
  const stopFollowing = live.subscribe()
  const stopShowing = new QueryObserver(cache, { ...live }).subscribe(() => undefined)
  const isGone = () => cache.getQueryState(live.queryKey)?.error instanceof CallFailed
  return {
    place,
    isSettled: () => isGone() || live.isSettled(),
    /** Null if the thread does not exist for the user. */
    shown(): ShownThread {
      const thread = isGone() ? undefined : cache.getQueryData<Thread>(live.queryKey)
      return thread ? describeThread(thread) : null
    },
    stop() {
      stopFollowing()
      stopShowing()
    },
  }
}

/** The same contents from a fresh request. */
export async function fetchThread(user: TestUser, place: ThreadPlace): Promise<ShownThread> {
  const { status, body } = await user.request(getComments, place)
  return status === 200 ? describeThread(body) : null
}

function describeThread({ count, comments, hasOlder, empathies: reactions = [] }: Omit<Thread, 'version'>) {
  const visibleNos = new Set([0, ...comments.map(({ commentNo }) => commentNo)])
  return {
    count,
    comments,
    hasOlder,
    empathies: reactions
      .filter(({ commentNo, userNos }) => userNos.length > 0 && visibleNos.has(commentNo))
      .toSorted((a, b) => a.commentNo - b.commentNo),
  }
}

function throwOffline(): never {
  throw new CallFailed({ code: 'offline', status: 0 })
}

import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Thread } from '#client/features/comments/comments.cache.ts'
import { type Place, threadPage } from '#client/features/comments/comments.queries.ts'
import type { EventBus } from '#client/live/eventBus.ts'
import { createLivePage } from '#client/live/livePage.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { getComments } from '#protocol/comments.ts'
import type { Person } from './person.ts'

/** What a thread is to whoever looks at it, apart from what is one's own and from what nobody sees. */
export type ShownThread = ReturnType<typeof describeThread> | null

/** A thread as a tab shows it, kept true by the client's own engine. */
export function openThread(cache: QueryClient, person: Person, bus: EventBus, place: Place) {
  const parts = threadPage(cache, place, bus, async asked => {
    const { status, body } = await person.asks(getComments, asked).catch(nobodyThere)
    if (status === 200) return body
    throw new CallFailed({ code: status === 404 ? 'notFound' : 'offline', status })
  })
  const live = createLivePage(cache, parts)
  const stopFollowing = live.follow()
  const stopShowing = new QueryObserver(cache, { ...live }).subscribe(() => undefined)
  const isGone = () => cache.getQueryState(live.queryKey)?.error instanceof CallFailed
  return {
    place,
    isSettled: () => isGone() || live.isSettled(),
    /** Null when it is not there for them. */
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

/** The same, as a fresh reading tells it. */
export async function toldThread(person: Person, place: Place): Promise<ShownThread> {
  const { status, body } = await person.asks(getComments, place)
  return status === 200 ? describeThread(body) : null
}

function describeThread({ count, comments, hasOlder, empathies: reactions = [] }: Omit<Thread, 'version'>) {
  const shown = new Set([0, ...comments.map(({ commentNo }) => commentNo)])
  return {
    count,
    comments,
    hasOlder,
    empathies: reactions
      .filter(({ commentNo, userNos }) => userNos.length > 0 && shown.has(commentNo))
      .toSorted((a, b) => a.commentNo - b.commentNo),
  }
}

function nobodyThere(): never {
  throw new CallFailed({ code: 'offline', status: 0 })
}

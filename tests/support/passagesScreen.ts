import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { ThreadPlace } from '#client/features/comments/comments.queries.ts'
import type { Passages } from '#client/features/passages/passages.cache.ts'
import { passagesPage } from '#client/features/passages/passages.queries.ts'
import type { EventBus } from '#client/live/eventBus.ts'
import { createLivePage } from '#client/live/livePage.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { getPassages } from '#protocol/passages.ts'
import type { TestUser } from './users.ts'

/** The passages of a note for any viewer. */
export type ShownPassages = ReturnType<typeof describePassages> | null

/** The passages of a note in a tab, updated by the client’s own code. */
export function openPassages(cache: QueryClient, user: TestUser, bus: EventBus, place: ThreadPlace) {
  const parts = passagesPage(cache, place, bus, async asked => {
    const { status, body } = await user.request(getPassages, asked).catch(throwOffline)
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
    /** Null if the note is not shared with the user. */
    shown(): ShownPassages {
      const passages = isGone() ? undefined : cache.getQueryData<Passages>(live.queryKey)
      return passages ? describePassages(passages) : null
    },
    stop() {
      stopFollowing()
      stopShowing()
    },
  }
}

/** The same contents from a fresh request. */
export async function fetchPassages(user: TestUser, place: ThreadPlace): Promise<ShownPassages> {
  const { status, body } = await user.request(getPassages, place)
  return status === 200 ? describePassages(body) : null
}

function describePassages({ highlights, comments }: Omit<Passages, 'version'>) {
  return { highlights, comments }
}

function throwOffline(): never {
  throw new CallFailed({ code: 'offline', status: 0 })
}

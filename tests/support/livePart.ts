import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { createLivePage, type LivePageOptions } from '#client/live/livePage.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import type { TestUser } from './users.ts'

/** A page in a tab, updated by the client’s own code. */
export function openLivePart<
  Page extends { version: number },
  Event extends { payload: { version: number } },
>(cache: QueryClient, parts: LivePageOptions<Page, Event>) {
  const live = createLivePage(cache, parts)
  const stopFollowing = live.subscribe()
  const stopShowing = new QueryObserver(cache, { ...live }).subscribe(() => undefined)
  const isGone = () => cache.getQueryState(live.queryKey)?.error instanceof CallFailed
  return {
    live,
    isSettled: () => isGone() || live.isSettled(),
    /** Undefined if the server refuses the page. */
    page: () => (isGone() ? undefined : cache.getQueryData<Page>(live.queryKey)),
    stop() {
      stopFollowing()
      stopShowing()
    },
  }
}

/** Requests a page. Throws the errors of the client. */
export async function askForPage<Asked extends Call>(
  user: TestUser,
  call: Asked,
  input: InputOf<Asked>,
): Promise<ReplyOf<Asked>> {
  const { status, body } = await user.request(call, input).catch(throwOffline)
  if (status === 200) return body
  throw new CallFailed({ code: status === 404 ? 'notFound' : 'offline', status })
}

function throwOffline(): never {
  throw new CallFailed({ code: 'offline', status: 0 })
}

import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isRejection } from '#client/platform/calls/callFailed.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { type PageRules, type Versioned, withEvents } from './versions.ts'

/** How long an event that is missing before another one may still come, in milliseconds. */
const GRACE_MS = 150
/** More than can be told while an answer is on its way. */
const EVENTS_KEPT = 200

/** Hears events until it is stopped. `refetch` is to be called when some may have been missed. */
export type EventSource<Event> = (receive: (event: Event) => void, refetch: () => void) => () => void

/** Something of which the server tells a page, and then each change with the version that it made. */
export interface LivePageParts<Page extends { version: number }, Event extends Versioned>
  extends PageRules<Page, Event> {
  queryKey: QueryKey
  /** Asks the server. `shown` gives what is on the screen by then, if anything is: it may grow meanwhile. */
  fetch(signal: AbortSignal, shown: () => Page | undefined): Promise<Page>
  events: EventSource<Event>
  /** Pages that are kept for going back to them: what is heard makes those old that are not on the screen. */
  outdates?: QueryKey
}

export interface LivePage<Page> {
  queryKey: QueryKey
  queryFn(asked: { signal: AbortSignal }): Promise<Page>
  /** To be called before the query asks for the first time, so that nothing falls in between. Returns how to stop. */
  follow(): () => void
  /** Whether all that was heard is in the page. */
  isSettled(): boolean
}

/**
 * Keeps a page in the query cache true: applies what is told, waits a moment for what comes out of order, and fetches
 * the page again when an event is missing or its rules need an answer. An answer may be older than what was heard while it
 * was on its way, so that is applied to it, too. Rules 3 to 6 of docs/live-rules.md.
 */
export function createLivePage<Page extends { version: number }, Event extends Versioned>(
  cache: QueryClient,
  parts: LivePageParts<Page, Event>,
): LivePage<Page> {
  const { queryKey, outdates } = parts
  const queryHash = hashKey(queryKey)
  let received: Event[] = []
  let grace: ReturnType<typeof setTimeout> | undefined
  /** Something of which a refusal that is on its way may not know yet. */
  let isToldSince = false

  const shownPage = () => cache.getQueryData<Page>(queryKey)
  const isAnother = (query: { queryHash: string }) => query.queryHash !== queryHash
  const fetchAgain = () => refetchQueries(cache, queryKey)

  /** One that is on its way is waited for: what it answers is settled, too. So a flood of events costs one fetch at a time. */
  function fetchUnlessUnderWay(): void {
    if (cache.isFetching({ queryKey, exact: true }) === 0) fetchAgain()
  }

  /** Brings the page as far as the events go. Without a page yet, its answer takes them up itself. */
  function takeUp(): 'event' | 'answer' | null {
    const shown = shownPage()
    if (shown === undefined) return null
    const { page, lacks } = withEvents(parts, shown, received)
    if (page === shown) return lacks
    // What was told beside an answer that failed would pass for it.
    if (cache.getQueryState(queryKey)?.status === 'error') return 'answer'
    cache.setQueryData(queryKey, page)
    return lacks
  }

  function settle(): void {
    const lacks = takeUp()
    if (lacks === 'answer') fetchUnlessUnderWay()
    if (lacks === 'event') grace ??= setTimeout(settleAfterGrace, GRACE_MS)
  }

  function settleAfterGrace(): void {
    grace = undefined
    if (takeUp() === 'event') fetchUnlessUnderWay()
  }

  /** An event is looked at by itself: a refused page goes no further with those before, and would be asked for with each. */
  function canBringBack(page: Page, event: Event): boolean {
    const { version } = event.payload
    const known = Math.max(page.version, ...received.map(({ payload }) => payload.version))
    return (
      version > known + 1 || withEvents(parts, { ...page, version: version - 1 }, [event]).lacks === 'answer'
    )
  }

  function receive(event: Event): void {
    const shown = shownPage()
    if (shown !== undefined && canBringBack(shown, event)) isToldSince = true
    received.push(event)
    received.splice(0, received.length - EVENTS_KEPT)
    if (outdates) cache.removeQueries({ queryKey: outdates, type: 'inactive', predicate: isAnother })
    // Nobody is to see again what the server has refused.
    if (shown === undefined || !isRejection(cache.getQueryState(queryKey)?.error)) settle()
    else if (isToldSince) fetchUnlessUnderWay()
  }

  return {
    queryKey,
    async queryFn({ signal }) {
      for (;;) {
        isToldSince = false
        const answer = await parts.fetch(signal, shownPage).catch(failure => {
          if (!isRejection(failure) || !isToldSince) throw failure
        })
        if (answer === undefined) continue
        const { page, lacks } = withEvents(parts, answer, received)
        if (lacks !== 'answer') return page
      }
    },
    follow() {
      received = []
      const unsubscribe = parts.events(receive, fetchAgain)
      // An answer may leave a gap before an event that came earlier.
      const stopWatching = cache.getQueryCache().subscribe(({ type, query, ...change }) => {
        const isAnswer = 'action' in change && change.action.type === 'success' && !change.action.manual
        if (type === 'updated' && !isAnother(query) && isAnswer) settle()
      })
      return () => {
        clearTimeout(grace)
        grace = undefined
        unsubscribe()
        stopWatching()
      }
    },
    isSettled() {
      const shown = shownPage()
      return shown === undefined || withEvents(parts, shown, received).lacks === null
    },
  }
}

import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isRejection } from '#client/platform/calls/callFailed.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { applyEvents, type PageRules, type Versioned } from './versions.ts'

/** How long to wait for a missing event, in milliseconds. */
const GRACE_MS = 150
/** More than can arrive during one request. */
const EVENTS_BUFFERED_MAX = 200

/** Subscribes to events and returns the unsubscribe function. Call `refetch` after a possible gap. */
export type EventSource<Event> = (receive: (event: Event) => void, refetch: () => void) => () => void

/** A page of which every change is published with the version that it created. */
export interface LivePageOptions<Page extends { version: number }, Event extends Versioned>
  extends PageRules<Page, Event> {
  queryKey: QueryKey
  /** Requests the page. `shown` returns the page on screen, which may grow meanwhile. */
  fetch(signal: AbortSignal, shown: () => Page | undefined): Promise<Page>
  events: EventSource<Event>
  /** Key prefix of cached pages that events outdate unless they are on screen. */
  invalidates?: QueryKey
}

export interface LivePage<Page> {
  queryKey: QueryKey
  queryFn(context: { signal: AbortSignal }): Promise<Page>
  /** Call it before the first request, so that no event is missed. Returns the unsubscribe function. */
  subscribe(): () => void
  /** Whether the page contains every received event. */
  isSettled(): boolean
}

/**
 * Keeps a page in the query cache current: applies events, waits a moment for events out of order, and
 * refetches the page when an event is missing or needs a response. A response may predate events that
 * arrived during the request, so they are applied to it too. Rules 3 to 6 of docs/live-rules.md.
 */
export function createLivePage<Page extends { version: number }, Event extends Versioned>(
  cache: QueryClient,
  parts: LivePageOptions<Page, Event>,
): LivePage<Page> {
  const { queryKey, invalidates } = parts
  const queryHash = hashKey(queryKey)
  let received: Event[] = []
  let grace: ReturnType<typeof setTimeout> | undefined
  /** A refusal in flight may predate such an event. */
  let hasEventSinceRequest = false

  const shownPage = () => cache.getQueryData<Page>(queryKey)
  const isOtherQuery = (query: { queryHash: string }) => query.queryHash !== queryHash
  const fetchAgain = () => refetchQueries(cache, queryKey)

  /**
   * Skips if a fetch is in flight; its response applies the buffered events as well. A flood of events costs
   * one fetch at a time.
   */
  function fetchUnlessFetching(): void {
    if (cache.isFetching({ queryKey, exact: true }) === 0) fetchAgain()
  }

  /** Applies buffered events to the cached page. Before the first response they stay buffered. */
  function applyReceived(): 'event' | 'answer' | null {
    const shown = shownPage()
    if (shown === undefined) return null
    const { page, missing } = applyEvents(parts, shown, received)
    if (page === shown) return missing
    // Updating the data would clear the error state.
    if (cache.getQueryState(queryKey)?.status === 'error') return 'answer'
    cache.setQueryData(queryKey, page)
    return missing
  }

  function update(): void {
    const missing = applyReceived()
    if (missing === 'answer') fetchUnlessFetching()
    if (missing === 'event') grace ??= setTimeout(updateAfterGrace, GRACE_MS)
  }

  function updateAfterGrace(): void {
    grace = undefined
    if (applyReceived() === 'event') fetchUnlessFetching()
  }

  /**
   * Whether an event may restore access to a refused page. Looks at the event alone, because a refused page
   * does not apply the events before it.
   */
  function mayRestoreAccess(page: Page, event: Event): boolean {
    const { version } = event.payload
    const known = Math.max(page.version, ...received.map(({ payload }) => payload.version))
    return (
      version > known + 1 ||
      applyEvents(parts, { ...page, version: version - 1 }, [event]).missing === 'answer'
    )
  }

  function receive(event: Event): void {
    const shown = shownPage()
    if (shown !== undefined && mayRestoreAccess(shown, event)) hasEventSinceRequest = true
    received.push(event)
    received.splice(0, received.length - EVENTS_BUFFERED_MAX)
    if (invalidates) cache.removeQueries({ queryKey: invalidates, type: 'inactive', predicate: isOtherQuery })
    // Keep a refused page hidden.
    if (shown === undefined || !isRejection(cache.getQueryState(queryKey)?.error)) update()
    else if (hasEventSinceRequest) fetchUnlessFetching()
  }

  return {
    queryKey,
    async queryFn({ signal }) {
      for (;;) {
        hasEventSinceRequest = false
        const response = await parts.fetch(signal, shownPage).catch(failure => {
          if (!isRejection(failure) || !hasEventSinceRequest) throw failure
        })
        if (response === undefined) continue
        const { page, missing } = applyEvents(parts, response, received)
        if (missing !== 'answer') return page
      }
    },
    subscribe() {
      received = []
      const unsubscribe = parts.events(receive, fetchAgain)
      // A response may leave a gap before an earlier event.
      const stopWatching = cache.getQueryCache().subscribe(({ type, query, ...change }) => {
        const isAnswer = 'action' in change && change.action.type === 'success' && !change.action.manual
        if (type === 'updated' && !isOtherQuery(query) && isAnswer) update()
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
      return shown === undefined || applyEvents(parts, shown, received).missing === null
    },
  }
}

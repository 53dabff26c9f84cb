import {
  hashKey,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { isRejection } from '#client/platform/calls/callFailed.ts'
import { isPrerendered, refetchQueries } from '#client/platform/calls/queryClient.tsx'

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

interface LivePage<Page> {
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
  function applyReceived(): 'event' | 'refetch' | null {
    const shown = shownPage()
    if (shown === undefined) return null
    const { page, missing } = applyEvents(parts, shown, received)
    if (page === shown) return missing
    // Updating the data would clear the error state.
    if (cache.getQueryState(queryKey)?.status === 'error') return 'refetch'
    cache.setQueryData(queryKey, page)
    return missing
  }

  function update(): void {
    const missing = applyReceived()
    if (missing === 'refetch') fetchUnlessFetching()
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
      applyEvents(parts, { ...page, version: version - 1 }, [event]).missing === 'refetch'
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
        if (missing !== 'refetch') return page
      }
    },
    subscribe() {
      received = []
      const unsubscribe = parts.events(receive, fetchAgain)
      // A response may leave a gap before an earlier event.
      const stopWatching = cache.getQueryCache().subscribe(({ type, query, ...change }) => {
        const isResponse = 'action' in change && change.action.type === 'success' && !change.action.manual
        if (type === 'updated' && !isOtherQuery(query) && isResponse) update()
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

/** A page that live events keep current while it is shown. Memoize `parts`: another object means another page. */
export function useLivePage<Page extends { version: number }, Event extends Versioned>(
  options: LivePageOptions<Page, Event>,
  placeholderData?: UseQueryOptions<Page>['placeholderData'],
): UseQueryResult<Page> {
  const cache = useQueryClient()
  const live = useMemo(() => createLivePage(cache, options), [cache, options])
  // Before the query, so that no event between request and subscription is missed.
  useEffect(() => live.subscribe(), [live])
  return useQuery<Page>({
    queryKey: live.queryKey,
    queryFn: live.queryFn,
    refetchOnMount: query => (isPrerendered(query) ? false : 'always'),
    ...(placeholderData && { placeholderData }),
  })
}

/** An event with the version that it gave to its object, such as a hub. Each change raises the version by one. */
interface Versioned {
  payload: { version: number }
}

export interface ApplyResult<Page> {
  page: Page
  /** `refetch`: the page needs a refetch, for example to know which item moves up from the next page. */
  missing: 'refetch' | null
}

/** How a page applies events. All functions are pure. */
export interface PageRules<Page, Event> {
  /** `received` holds every event so far, in version order. */
  apply(page: Page, event: Event, received: readonly Event[]): ApplyResult<Page>
  /** Derives state from all received events, whether or not the page already contains them. */
  trackReceived?(page: Page, received: readonly Event[]): Page
}

interface ApplyEventsResult<Page> {
  page: Page
  /** Why the page needs a refetch: an event is missing before another one, or an event needs a response. */
  missing: 'event' | 'refetch' | null
}

/**
 * Applies, in version order, the events that the page does not contain yet, up to the first gap. `events`
 * may be unordered and contain duplicates. Returns the same page if nothing changes.
 */
export function applyEvents<Page extends { version: number }, Event extends Versioned>(
  { apply, trackReceived = same }: PageRules<Page, Event>,
  page: Page,
  events: readonly Event[],
): ApplyEventsResult<Page> {
  const received = [...events].sort((a, b) => a.payload.version - b.payload.version)
  const result: ApplyEventsResult<Page> = { page: trackReceived(page, received), missing: null }
  for (const event of received) {
    const known = result.page.version
    const { version } = event.payload
    if (version <= known) continue
    if (version > known + 1) return { ...result, missing: 'event' }
    const { page: next, missing } = apply({ ...result.page, version }, event, received)
    result.page = next
    result.missing ??= missing
  }
  return result
}

const same = <Page>(page: Page): Page => page

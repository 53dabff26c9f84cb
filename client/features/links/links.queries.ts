import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { ownNoteEvents } from '#client/features/notes/notes.queries.ts'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import { subscribeToHubEvents } from '#client/live/hubEvents.ts'
import {
  createSharedSubscription,
  refetchUnlessSubscribed,
  useSharedSubscription,
} from '#client/live/sharedSubscription.ts'
import { createThrottle } from '#client/platform/browser/timers.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { getBacklinks, getNoteLinks, getNoteTitles } from '#protocol/links.ts'

const KEY = 'links'

export const linksQuery = (noteNo: number) =>
  queryOptions({
    queryKey: [KEY, 'of', noteNo] as const,
    queryFn: async ({ signal }) => (await callApi(getNoteLinks, { noteNo }, { signal })).links,
  })

const backlinksQuery = (noteNo: number) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'pagesTo', noteNo] as const,
    queryFn: ({ pageParam, signal }) => callApi(getBacklinks, { noteNo, curPageNo: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : undefined),
  })

/** Events do not refetch the titles: they may be thousands, and a missing one is found by its words when the note is saved. */
const TITLES_STALE_MS = 60_000

const titlesQuery = queryOptions({
  queryKey: ['noteTitles'] as const,
  queryFn: ({ signal }) => callApi(getNoteTitles, {}, { signal }),
  staleTime: TITLES_STALE_MS,
})

/** Where the links of a note lead. Undefined until that is known. */
export function useNoteLinks(noteNo: number | null, isEnabled: boolean) {
  useSharedSubscription(subscription)
  return useQuery({
    ...linksQuery(noteNo ?? 0),
    enabled: isEnabled && noteNo !== null,
    refetchOnMount: refetchUnlessSubscribed(subscription),
  }).data
}

/** The notes that link to a note. */
export function useBacklinks(noteNo: number) {
  useSharedSubscription(subscription)
  return useInfiniteQuery({
    ...backlinksQuery(noteNo),
    refetchOnMount: refetchUnlessSubscribed(subscription),
  })
}

/** The titles of all own notes, to write links. */
export function useNoteTitles(isEnabled: boolean) {
  return useQuery({ ...titlesQuery, enabled: isEnabled }).data
}

/** Several events within this time cost one call. In milliseconds. */
const BATCH_MS = 500

const subscription = createSharedSubscription(subscribeToLinks)

/** Any saved, deleted, shared or withdrawn note may be one that a link leads to. Only what is on the screen is fetched again. */
function subscribeToLinks(cache: QueryClient): () => void {
  const { schedule: refetchSoon, cancel } = createThrottle(() => refetchQueries(cache, [KEY]), BATCH_MS)
  return combineCleanups([
    ...ownNoteEvents.map(name => onEvent(name, refetchSoon)),
    subscribeToHubEvents({
      'note:shared': refetchSoon,
      'note:withdrawn': refetchSoon,
      'note:changed': refetchSoon,
      'note:pinned': 'ignored',
      'passage:highlighted': 'ignored',
      'passage:unhighlighted': 'ignored',
      'comment:posted': 'ignored',
      'comment:changed': 'ignored',
      'comment:deleted': 'ignored',
      'empathy:changed': 'ignored',
      'readers:changed': 'ignored',
      'hub:named': 'ignored',
      'members:changed': 'ignored',
    }),
    onEvent('hub:removed', refetchSoon),
    onEvent('hub:added', refetchSoon),
    onResync(refetchSoon),
    cancel,
  ])
}

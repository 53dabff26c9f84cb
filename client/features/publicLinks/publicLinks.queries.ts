import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import {
  createSharedSubscription,
  refetchUnlessSubscribed,
  useSharedSubscription,
} from '#client/live/sharedSubscription.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import {
  createPublicLink,
  endPublicLink,
  getPublicLinks,
  indexPublicLink,
  type ListedPublicLink,
  type PublicLinks,
  publicLinkPath,
} from '#protocol/publicLinks.ts'

/** All public links of the user: a list for My information, and marks for every list of notes. */
const publicLinksQuery = queryOptions({
  queryKey: ['publicLinks'],
  queryFn: ({ signal }): Promise<PublicLinks> => callApi(getPublicLinks, {}, { signal }),
})

const subscription = createSharedSubscription(cache => {
  const refetch = () => refetchQueries(cache, publicLinksQuery.queryKey)
  const isListed = (noteNo: number) =>
    cache.getQueryData(publicLinksQuery.queryKey)?.links.some(link => link.noteNo === noteNo) ?? false
  const refetchIfListed = ({ noteNo }: { noteNo: number }) => isListed(noteNo) && refetch()
  return combineCleanups([
    onEvent('publicLinks:changed', refetch),
    // Titles and times.
    onEvent('note:saved', refetchIfListed),
    onEvent('note:deleted', refetchIfListed),
    onResync(refetch),
  ])
})

/** The live list of public links. */
export function usePublicLinks() {
  useSharedSubscription(subscription)
  return useQuery({ ...publicLinksQuery, refetchOnMount: refetchUnlessSubscribed(subscription) })
}

/** The link of one of the user's notes; undefined if it is not public, or not known yet. */
export function usePublicLink(noteNo: number): ListedPublicLink | undefined {
  return usePublicLinks().data?.links.find(link => link.noteNo === noteNo)
}

/** Changes public links. Completes after the list has been refetched. */
export function usePublicLinkChanges() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: publicLinksQuery.queryKey })
  return {
    create: useMutation({ mutationFn: (noteNo: number) => callApi(createPublicLink, { noteNo }), onSuccess }),
    end: useMutation({ mutationFn: (noteNo: number) => callApi(endPublicLink, { noteNo }), onSuccess }),
    index: useMutation({
      mutationFn: (change: { noteNo: number; isIndexed: boolean }) => callApi(indexPublicLink, change),
      onSuccess,
    }),
  }
}

/** The full address of a public page. */
export function publicAddress(linkId: string): string {
  return new URL(publicLinkPath(linkId), location.origin).href
}

import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { callAndCacheUnread } from '#client/live/callAndCacheUnread.ts'
import { setUnreadCounts } from '#client/live/unread.taking.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import type { PersonView } from '#protocol/accounts.ts'
import {
  addMatching,
  createHub,
  disjoin,
  getHubInfo,
  getHubs,
  type HubOrder,
  type HubPage,
  type HubView,
  markAsRead,
  nameHub,
  searchFriends,
} from '#protocol/hubs.ts'
import { hubListAtom } from './hubs.state.ts'

export type FriendsPage = HubPage & { me: PersonView }

/** Which rooms a list holds, in which order, and which page of them. */
export interface HubListing {
  page: number
  order: HubOrder
  onlyUnread: boolean
}

/** As whoever has no list before them asks. */
export const allHubs: HubListing = { page: 1, order: 'talk', onlyUnread: false }

export const hubKeys = {
  pages: ['hubs', 'page'] as const,
  unreadPages: ['hubs', 'page', 'unread'] as const,
  /** In whichever order. */
  firstPage: ['hubs', 'page', 'all', 1] as const,
  page: ({ page, order, onlyUnread }: HubListing) =>
    [...hubKeys.pages, onlyUnread ? 'unread' : 'all', page, order] as const,
  infos: ['hubs', 'info'] as const,
  info: (hubNo: number) => [...hubKeys.infos, hubNo] as const,
}

export const hubPageQuery = (listing: HubListing) =>
  queryOptions({
    queryKey: hubKeys.page(listing),
    queryFn: ({ signal }): Promise<FriendsPage> => callAndCacheUnread(getHubs, asked(listing), { signal }),
    placeholderData: keepPreviousData,
  })

const asked = ({ page, ...listing }: HubListing) => ({ curPageNo: page, ...listing })

/** A hub as the list has told of it, if it has. */
export function knownHub(cache: QueryClient, hubNo: number): HubView | undefined {
  const pages = cache.getQueriesData<FriendsPage>({ queryKey: hubKeys.pages })
  return pages.flatMap(([, page]) => page?.hubs ?? []).find(hub => hub.hubNo === hubNo)
}

export const hubInfoQuery = (hubNo: number) =>
  queryOptions({
    queryKey: hubKeys.info(hubNo),
    queryFn: async ({ signal, client }) => {
      const told = await callApi(getHubInfo, { hubNo }, { signal })
      // An event may have told more while the answer was on its way.
      const known = client.getQueryData<typeof told>(hubKeys.info(hubNo))
      return known && known.version > told.version ? known : told
    },
    refetchOnMount: 'always',
  })

/**
 * The answer to every change of hubs is a page of them, a refusal's too: it goes into the cache, unless something was heard while it
 * was on its way. It may be older than that.
 */
function useHubChange<Input, Reply extends Omit<HubPage, 'success'>>(
  listing: HubListing,
  change: (input: Input) => Promise<Reply>,
  mutationKey?: readonly string[],
) {
  const cache = useQueryClient()
  return useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: change,
    onMutate: () => Date.now(),
    async onSuccess({ hubs, pageIndex }, _, askedAt) {
      if (isOvertaken(cache, askedAt)) return refetchQueries(cache, hubKeys.pages)
      await cache.cancelQueries({ queryKey: hubKeys.pages })
      const answered = hubKeys.page({ ...listing, page: pageIndex.curPageNum })
      cache.setQueryData<FriendsPage>(answered, page => page && { ...page, hubs, pageIndex })
      // Another page may be on the screen still: the last one, from which the only hub has gone.
      void cache.invalidateQueries({
        queryKey: hubKeys.pages,
        predicate: ({ queryHash }) => queryHash !== hashKey(answered),
      })
    },
  })
}

/** Whether the pages changed since, or are about to. By the clock, in milliseconds. */
function isOvertaken(cache: QueryClient, askedAt: number): boolean {
  const pages = cache.getQueryCache().findAll({ queryKey: hubKeys.pages })
  return pages.some(({ state }) => state.dataUpdatedAt >= askedAt || state.fetchStatus !== 'idle')
}

/** The new hub is the newest, so the answer is the first page. */
export function useCreateHub(order: HubOrder) {
  const listing = { ...allHubs, order }
  return useHubChange(listing, ({ userNos, name }: { userNos: number[]; name: string }) =>
    callAndCacheUnread(createHub, { ...asked(listing), candidatesJSON: JSON.stringify(userNos), name }),
  )
}

interface Growth {
  hubNo: number
  friends: number[]
  /** Who is in the hub afterwards, as far as this screen knows. */
  expected: number[]
}

export function useAddFriends(listing: HubListing) {
  return useHubChange(listing, ({ hubNo, friends, expected }: Growth) =>
    callAndCacheUnread(addMatching, {
      ...asked(listing),
      hubNo,
      friendsJSON: JSON.stringify(friends),
      expectedResult: JSON.stringify(expected),
    }),
  )
}

const LEAVING = ['leaveHub'] as const

interface Leaving {
  targetHubNo: number
  declineInvitations: boolean
}

/** Whoever has left a room is not led back to it as to the one that was chosen last. */
export function useLeaveHub(listing: HubListing) {
  const setHubList = useSetAtom(hubListAtom)
  async function leave(leaving: Leaving) {
    const reply = await callAndCacheUnread(disjoin, { ...asked(listing), ...leaving })
    setHubList(list => (list.selectedHub === leaving.targetHubNo ? { ...list, selectedHub: null } : list))
    return reply
  }
  return useHubChange(listing, leave, LEAVING)
}

/** Whether one is leaving a room right now: that it goes from the screen before the answer comes is no news. */
export const useIsLeavingHub = () => useIsMutating({ mutationKey: LEAVING }) > 0

export function useMarkAsRead(listing: HubListing) {
  return useHubChange(listing, async (hubNo: number) => {
    const reply = await callAndCacheUnread(markAsRead, { ...asked(listing), hubNo })
    setUnreadCounts([reply])
    return reply
  })
}

/** What comes of it is told by its event. */
export function useNameHub() {
  return useMutation({ mutationFn: (named: { hubNo: number; name: string }) => callApi(nameHub, named) })
}

export function useSearchFriends() {
  return useMutation({
    mutationFn: (candidates: string[]) =>
      callApi(searchFriends, { candidatesJSON: JSON.stringify(candidates) }),
  })
}

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
import { callAndCacheUnread, setUnreadCounts } from '#client/live/unread.cache.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
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
  muteHub,
  nameHub,
  pinHub,
  searchFriends,
} from '#protocol/hubs.ts'
import { withPreferences } from './hubs.cache.ts'
import { hubListAtom } from './hubs.state.ts'

export type FriendsPage = HubPage & { me: PersonView }

export interface HubListing {
  page: number
  order: HubOrder
  onlyUnread: boolean
}

/** Default listing outside the hub list. */
export const allHubs: HubListing = { page: 1, order: 'talk', onlyUnread: false }

export const hubKeys = {
  pages: ['hubs', 'page'] as const,
  unreadPages: ['hubs', 'page', 'unread'] as const,
  /** In every order. */
  firstPage: ['hubs', 'page', 'all', 1] as const,
  page: ({ page, order, onlyUnread }: HubListing) =>
    [...hubKeys.pages, onlyUnread ? 'unread' : 'all', page, order] as const,
  infos: ['hubs', 'info'] as const,
  info: (hubNo: number) => [...hubKeys.infos, hubNo] as const,
}

export const hubPageQuery = (listing: HubListing) =>
  queryOptions({
    queryKey: hubKeys.page(listing),
    queryFn: ({ signal }): Promise<FriendsPage> =>
      callAndCacheUnread(getHubs, listingInput(listing), { signal }),
    placeholderData: keepPreviousData,
  })

const listingInput = ({ page, ...listing }: HubListing) => ({ curPageNo: page, ...listing })

/** The hub from a cached page of the list. */
export function cachedHub(cache: QueryClient, hubNo: number): HubView | undefined {
  const pages = cache.getQueriesData<FriendsPage>({ queryKey: hubKeys.pages })
  return pages.flatMap(([, page]) => page?.hubs ?? []).find(hub => hub.hubNo === hubNo)
}

export const hubInfoQuery = (hubNo: number) =>
  queryOptions({
    queryKey: hubKeys.info(hubNo),
    queryFn: async ({ signal, client }) => {
      const response = await callApi(getHubInfo, { hubNo }, { signal })
      // An event may have brought a newer version during the request.
      const known = client.getQueryData<typeof response>(hubKeys.info(hubNo))
      return known && known.version > response.version ? known : response
    },
    refetchOnMount: 'always',
  })

/**
 * Every hub mutation, also a rejected one, returns a page of hubs. Caches it unless newer data arrived
 * during the request.
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
    async onSuccess({ hubs, pageIndex }, _, requestedAt) {
      if (hasNewerData(cache, requestedAt)) return refetchQueries(cache, hubKeys.pages)
      await cache.cancelQueries({ queryKey: hubKeys.pages })
      const queryKey = hubKeys.page({ ...listing, page: pageIndex.curPageNum })
      cache.setQueryData<FriendsPage>(queryKey, page => page && { ...page, hubs, pageIndex })
      // Another page may still be on screen: the last page, whose only hub was removed.
      void cache.invalidateQueries({
        queryKey: hubKeys.pages,
        predicate: ({ queryHash }) => queryHash !== hashKey(queryKey),
      })
    },
  })
}

/** Whether the pages changed since the request or are being fetched. In milliseconds. */
function hasNewerData(cache: QueryClient, requestedAt: number): boolean {
  const pages = cache.getQueryCache().findAll({ queryKey: hubKeys.pages })
  return pages.some(({ state }) => state.dataUpdatedAt >= requestedAt || state.fetchStatus !== 'idle')
}

/** The new hub is the newest, so the response is the first page. */
export function useCreateHub(order: HubOrder) {
  const listing = { ...allHubs, order }
  return useHubChange(listing, ({ userNos, name }: { userNos: number[]; name: string }) =>
    callAndCacheUnread(createHub, {
      ...listingInput(listing),
      candidatesJSON: JSON.stringify(userNos),
      name,
    }),
  )
}

interface AddFriendsInput {
  hubNo: number
  friends: number[]
  /** The members after the call, as far as this client knows. */
  expected: number[]
}

export function useAddFriends(listing: HubListing) {
  return useHubChange(listing, ({ hubNo, friends, expected }: AddFriendsInput) =>
    callAndCacheUnread(addMatching, {
      ...listingInput(listing),
      hubNo,
      friendsJSON: JSON.stringify(friends),
      expectedResult: JSON.stringify(expected),
    }),
  )
}

const LEAVE_KEY = ['leaveHub'] as const

interface LeaveInput {
  targetHubNo: number
  declineInvitations: boolean
}

/** Clears the room from the last selection. */
export function useLeaveHub(listing: HubListing) {
  const setHubList = useSetAtom(hubListAtom)
  async function leave(leaving: LeaveInput) {
    const reply = await callAndCacheUnread(disjoin, { ...listingInput(listing), ...leaving })
    setHubList(list => (list.selectedHub === leaving.targetHubNo ? { ...list, selectedHub: null } : list))
    return reply
  }
  return useHubChange(listing, leave, LEAVE_KEY)
}

/** While the user leaves a room, its disappearance needs no message. */
export const useIsLeavingHub = () => useIsMutating({ mutationKey: LEAVE_KEY }) > 0

export function useMarkAsRead(listing: HubListing) {
  return useHubChange(listing, async (hubNo: number) => {
    const reply = await callAndCacheUnread(markAsRead, { ...listingInput(listing), hubNo })
    setUnreadCounts([reply])
    return reply
  })
}

/** The `hub:named` event updates the caches. */
export function useRenameHub() {
  return useMutation({ mutationFn: (input: { hubNo: number; name: string }) => callApi(nameHub, input) })
}

export function useSearchFriends() {
  return useMutation({
    mutationFn: (candidates: string[]) =>
      callApi(searchFriends, { candidatesJSON: JSON.stringify(candidates) }),
  })
}

export type PreferenceChange = { isMuted: boolean } | { isPinned: boolean }

/** Updates the user's preferences of a room. An event updates other tabs and devices. */
export function useUpdatePreferences() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ hubNo, ...change }: PreferenceChange & { hubNo: number }) =>
      'isMuted' in change
        ? callApi(muteHub, { hubNo, isMuted: change.isMuted })
        : callApi(pinHub, { hubNo, isPinned: change.isPinned }),
    onSuccess(preferences) {
      setUnreadCounts([preferences])
      cache.setQueriesData<FriendsPage>(
        { queryKey: hubKeys.pages },
        page => page && withPreferences(page, preferences),
      )
      refetchQueries(cache, hubKeys.pages)
    },
  })
}

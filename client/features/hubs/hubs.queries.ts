import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { takeUnread } from '#client/live/unread.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import {
  addMatching,
  createHub,
  disjoin,
  getHubInfo,
  getHubs,
  type HubPage,
  type HubView,
  type MeView,
  markAsRead,
  searchFriends,
} from '#protocol/hubs.ts'

export type FriendsPage = HubPage & { me: MeView }

export const hubKeys = {
  pages: ['hubs', 'page'] as const,
  page: (page: number) => [...hubKeys.pages, page] as const,
  info: (hubNo: number) => ['hubs', 'info', hubNo] as const,
}

/** Live events keep it true only while it is on the screen: whoever comes back asks again. */
export const hubPageQuery = (page: number) =>
  queryOptions({
    queryKey: hubKeys.page(page),
    queryFn: async ({ signal }): Promise<FriendsPage> => {
      const friends = await callApi(getHubs, { curPageNo: page }, { signal })
      takeUnread(friends.hubs)
      return friends
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

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

/** The answer to every change of hubs is a page of them, a refusal's too: it goes into the cache. */
function useHubChange<Input, Reply extends Omit<HubPage, 'success'>>(
  change: (input: Input) => Promise<Reply>,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    async onSuccess({ hubs, pageIndex }) {
      takeUnread(hubs)
      await cache.cancelQueries({ queryKey: hubKeys.pages })
      cache.setQueryData<FriendsPage>(
        hubKeys.page(pageIndex.curPageNum),
        page => page && { ...page, hubs, pageIndex },
      )
      // Another page may be on the screen still: the last one, from which the only hub has gone.
      void cache.invalidateQueries({
        queryKey: hubKeys.pages,
        predicate: ({ queryKey }) => queryKey.at(-1) !== pageIndex.curPageNum,
      })
    },
  })
}

/** The new hub is the newest, so the answer is the first page. */
export function useCreateHub() {
  return useHubChange((userNos: number[]) => callApi(createHub, { candidatesJSON: JSON.stringify(userNos) }))
}

interface Growth {
  hubNo: number
  friends: number[]
  /** Who is in the hub afterwards, as far as this screen knows. */
  expected: number[]
}

export function useAddFriends(page: number) {
  return useHubChange(({ hubNo, friends, expected }: Growth) =>
    callApi(addMatching, {
      curPageNo: page,
      hubNo,
      friendsJSON: JSON.stringify(friends),
      expectedResult: JSON.stringify(expected),
    }),
  )
}

export function useLeaveHub(page: number) {
  return useHubChange((leaving: { targetHubNo: number; declineInvitations: boolean }) =>
    callApi(disjoin, { curPageNo: page, ...leaving }),
  )
}

export function useMarkAsRead(page: number) {
  return useHubChange(async (hubNo: number) => {
    const reply = await callApi(markAsRead, { curPageNo: page, hubNo })
    takeUnread([reply])
    return reply
  })
}

export function useSearchFriends() {
  return useMutation({
    mutationFn: (candidates: string[]) =>
      callApi(searchFriends, { candidatesJSON: JSON.stringify(candidates) }),
  })
}

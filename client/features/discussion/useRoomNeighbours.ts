import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hubEvents } from '#client/live/hubEvents.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { getSharedNotes, type SharedNotePage } from '#protocol/discussion.ts'
import type { HubEvent } from '#protocol/events.ts'
import { discussionKeys } from './discussion.queries.ts'
import { type Around, aroundAfter, aroundOn, holds, pagesBeside } from './room.neighbours.ts'

const NOTHING: Around = { isShared: false, before: undefined, after: undefined }

/**
 * What was shared in a room before a note, and after it, for as long as it is so. Asks for nothing that the room has shown
 * a moment ago; what is shared while one reads the newest note comes after it.
 */
export function useRoomNeighbours(hubNo: number, noteNo: number): Around {
  const cache = useQueryClient()
  const [shown] = useState(() => shownPage(cache, hubNo, noteNo))
  const isWhole = shown && pagesBeside(shown.page, noteNo).length === 0
  const { data } = useQuery({
    queryKey: keyOf(hubNo, noteNo),
    queryFn: ({ signal }) => askAround(hubNo, noteNo, signal),
    ...(isWhole && { initialData: aroundOn([shown.page], noteNo), initialDataUpdatedAt: shown.at }),
    // Once the note is left, nothing tells whether it is still so.
    gcTime: 0,
  })

  useEffect(() => {
    const queryKey = keyOf(hubNo, noteNo)
    const ask = () => refetchQueries(cache, queryKey)
    function receive(event: HubEvent): void {
      // The room's pages, which nobody looks at, do not hear it.
      if (event.name === 'note:shared' || event.name === 'note:withdrawn')
        void cache.invalidateQueries({ queryKey: discussionKeys.hub(hubNo), refetchType: 'none' })
      const around = cache.getQueryData<Around>(queryKey)
      const next = around && aroundAfter(around, event, noteNo)
      if (next === around && next) return
      // An answer that is on its way may be from before.
      const isAsking = cache.isFetching({ queryKey, exact: true }) > 0
      if (next) cache.setQueryData(queryKey, next)
      if (!next || isAsking) ask()
    }
    return hubEvents(hubNo)(receive, ask)
  }, [cache, hubNo, noteNo])

  return data ?? NOTHING
}

const keyOf = (hubNo: number, noteNo: number) => ['room neighbours', hubNo, noteNo]

/** The page of the room on which the note was shown, if nothing has happened to it since. */
function shownPage(cache: QueryClient, hubNo: number, noteNo: number) {
  for (const { state } of cache.getQueryCache().findAll({ queryKey: discussionKeys.hub(hubNo) })) {
    const page = state.data as SharedNotePage | undefined
    if (page && !state.isInvalidated && holds(page, noteNo)) return { page, at: state.dataUpdatedAt }
  }
  return undefined
}

async function askAround(hubNo: number, noteNo: number, signal: AbortSignal): Promise<Around> {
  const ask = (which: { noteNo: number } | { curPageNo: number }) =>
    callApi(getSharedNotes, { selectedHubNo: hubNo, ...which }, { signal })
  const page = await ask({ noteNo })
  const beside = await Promise.all(pagesBeside(page, noteNo).map(curPageNo => ask({ curPageNo })))
  return aroundOn([page, ...beside], noteNo)
}

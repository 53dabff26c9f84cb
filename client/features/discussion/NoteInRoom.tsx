import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { PreviousNextLinks } from '#client/features/notes/reader/AdjacentNotes.tsx'
import { hubEvents } from '#client/live/hubEvents.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { t } from '#client/platform/language/language.ts'
import type { Action } from '#client/ui/Dropdown.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { getSharedNotes, type SharedNotePage } from '#protocol/discussion.ts'
import type { HubEvent } from '#protocol/events.ts'
import {
  type AdjacentNote,
  type AdjacentNotes,
  adjacentPages,
  applyHubEvent,
  findAdjacentNotes,
  includesNote,
} from './adjacentNotes.ts'
import { discussionKeys } from './discussion.queries.ts'
import { useIsHubMember } from './hubMembers.live.ts'
import { usePin } from './usePin.ts'

/** Links to the notes shared before and after this one in a room. */
export function AdjacentNoteLinks({ hubNo, noteNo }: { hubNo: number; noteNo: number }) {
  const isMember = useIsHubMember(hubNo)
  const { isPending, before, after } = useAdjacentNotes(hubNo, noteNo)
  if (!isMember) return null
  const linkTo = ({ articleTitle, noteNo }: AdjacentNote) => ({
    title: articleTitle,
    address: paths.noteInHub(noteNo, hubNo),
  })
  return (
    <PreviousNextLinks
      isPending={isPending}
      label={t('discussion.neighbours')}
      before={before && linkTo(before)}
      after={after && linkTo(after)}
    />
  )
}

/** The action that pins the note to the top of the room, or unpins it; none while the room is not known. */
export function usePinAction(hubNo: number | null, noteNo: number): Action[] {
  const showToast = useSetAtom(showToastAtom)
  const pin = usePin()
  const { data } = useQuery(useAdjacentNotesQuery(hubNo, noteNo))
  if (hubNo === null || !data?.isShared) return []
  const isPinned = data.pinnedNo === noteNo
  const text = t(isPinned ? 'discussion.unpinned' : 'discussion.pinnedHere')
  const onDone = () => showToast({ text, stateKey: `note ${noteNo} isPinned` })
  return [
    {
      label: t(isPinned ? 'discussion.unpinHere' : 'discussion.pinHere'),
      icon: 'pin',
      run: () => pin({ hubNo, noteNo, isPinned: !isPinned }, onDone),
    },
  ]
}

const NOTHING: AdjacentNotes = { isShared: false, before: undefined, after: undefined, pinnedNo: null }

/** The notes shared before and after a note. A note shared meanwhile follows the newest note. */
function useAdjacentNotes(hubNo: number, noteNo: number): AdjacentNotes & { isPending: boolean } {
  const cache = useQueryClient()
  const { data, isPending } = useQuery(useAdjacentNotesQuery(hubNo, noteNo))

  useEffect(() => {
    const queryKey = keyOf(hubNo, noteNo)
    const request = () => refetchQueries(cache, queryKey)
    function receive(event: HubEvent): void {
      // No screen subscribes the cached pages of the room to events.
      if (event.name === 'note:shared' || event.name === 'note:withdrawn')
        void cache.invalidateQueries({ queryKey: discussionKeys.hub(hubNo), refetchType: 'none' })
      const adjacent = cache.getQueryData<AdjacentNotes>(queryKey)
      const next = adjacent && applyHubEvent(adjacent, event, noteNo)
      if (next === adjacent && next) return
      // A response in flight may predate the event.
      const isFetching = cache.isFetching({ queryKey, exact: true }) > 0
      if (next) cache.setQueryData(queryKey, next)
      if (!next || isFetching) request()
    }
    return hubEvents(hubNo)(receive, request)
  }, [cache, hubNo, noteNo])

  return { ...(data ?? NOTHING), isPending }
}

/** Uses the pages that the room has just shown, if they suffice. */
function useAdjacentNotesQuery(hubNo: number | null, noteNo: number) {
  const cache = useQueryClient()
  const [cached] = useState(() => (hubNo === null ? undefined : shownPage(cache, hubNo, noteNo)))
  const isComplete = cached && adjacentPages(cached.page, noteNo).length === 0
  return queryOptions({
    queryKey: keyOf(hubNo ?? 0, noteNo),
    queryFn: hubNo === null ? skipToken : ({ signal }) => fetchAdjacentNotes(hubNo, noteNo, signal),
    ...(isComplete && {
      initialData: findAdjacentNotes([cached.page], noteNo),
      initialDataUpdatedAt: cached.at,
    }),
    // No events update it after unmount.
    gcTime: 0,
  })
}

const keyOf = (hubNo: number, noteNo: number) => ['room neighbours', hubNo, noteNo] as const

/** The cached page of the room that has the note, unless it was invalidated. */
function shownPage(cache: QueryClient, hubNo: number, noteNo: number) {
  for (const { state } of cache.getQueryCache().findAll({ queryKey: discussionKeys.hub(hubNo) })) {
    const page = state.data as SharedNotePage | undefined
    if (page && !state.isInvalidated && includesNote(page, noteNo)) return { page, at: state.dataUpdatedAt }
  }
  return undefined
}

async function fetchAdjacentNotes(
  hubNo: number,
  noteNo: number,
  signal: AbortSignal,
): Promise<AdjacentNotes> {
  const request = (which: { noteNo: number } | { curPageNo: number }) =>
    callApi(getSharedNotes, { selectedHubNo: hubNo, ...which }, { signal })
  const page = await request({ noteNo })
  const adjacent = await Promise.all(adjacentPages(page, noteNo).map(curPageNo => request({ curPageNo })))
  return findAdjacentNotes([page, ...adjacent], noteNo)
}

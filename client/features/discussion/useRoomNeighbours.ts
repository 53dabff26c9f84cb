import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getSharedNotes, type SharedNotePage } from '#protocol/discussion.ts'
import { discussionKeys } from './discussion.queries.ts'
import { type Around, aroundOn, holds, type Neighbour, pagesBeside } from './room.neighbours.ts'

const NOTHING: Around = { before: undefined, after: undefined }

/**
 * What was shared in a room before a note, and after it. Asks for nothing that the room has shown already; what is shared
 * while one reads the newest note comes after it.
 */
export function useRoomNeighbours(hubNo: number, noteNo: number): Around {
  const cache = useQueryClient()
  const [shown] = useState(() => {
    const pages = cache.getQueriesData<SharedNotePage>({ queryKey: discussionKeys.hub(hubNo) })
    return pages.map(([, page]) => page).find(page => page && holds(page, noteNo))
  })
  const [withdrawals, setWithdrawals] = useState(0)
  const known =
    withdrawals === 0 && shown && pagesBeside(shown, noteNo).length === 0 ? aroundOn([shown], noteNo) : null
  const asked = useQuery({
    queryKey: ['room neighbours', hubNo, noteNo, withdrawals],
    queryFn: ({ signal }) => askAround({ hubNo, noteNo, pageNo: shown?.pageIndex.curPageNum ?? 1 }, signal),
    placeholderData: keepPreviousData,
    enabled: known === null,
  })
  const around = known ?? asked.data ?? NOTHING
  const arrived = useArrived(hubNo, noteNo)
  const neighbourNos = [around.before?.noteNo, around.after?.noteNo]

  useEffect(() =>
    onEvent('note:withdrawn', withdrawn => {
      if (withdrawn.hubNo === hubNo && neighbourNos.includes(withdrawn.noteNo))
        setWithdrawals(count => count + 1)
    }),
  )

  return { before: around.before, after: around.after ?? arrived }
}

/** The first note that was shared since, for as long as it is. */
function useArrived(hubNo: number, noteNo: number): Neighbour | undefined {
  const [arrivals, setArrivals] = useState<readonly Neighbour[]>([])
  useEffect(() => {
    const stops = [
      onEvent('note:shared', ({ hubNo: sharedIn, note }) => {
        if (sharedIn === hubNo && note.noteNo !== noteNo) setArrivals(before => [...before, note])
      }),
      onEvent('note:withdrawn', ({ hubNo: withdrawnFrom, noteNo: gone }) => {
        if (withdrawnFrom === hubNo) setArrivals(before => before.filter(note => note.noteNo !== gone))
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [hubNo, noteNo])
  return arrivals[0]
}

/** `pageNo`: where the note stood last; what was shared since may have moved it on by one. */
async function askAround(
  { hubNo, noteNo, pageNo }: { hubNo: number; noteNo: number; pageNo: number },
  signal: AbortSignal,
): Promise<Around> {
  const ask = (curPageNo: number) => callApi(getSharedNotes, { selectedHubNo: hubNo, curPageNo }, { signal })
  const first = await ask(pageNo)
  const page = holds(first, noteNo) ? first : await ask(pageNo + 1)
  const beside = await Promise.all(pagesBeside(page, noteNo).map(ask))
  return aroundOn([page, ...beside], noteNo)
}

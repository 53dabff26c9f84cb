import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNoteOrder } from '#client/features/notes/list/noteOrder.ts'
import { noteKeys, notePageQuery } from '#client/features/notes/notes.queries.ts'
import type { NotePage } from '#protocol/notes.ts'
import { type Neighbours, standingOn } from './note.neighbours.ts'

/**
 * The notes above and below this one in its topic's list, as the list was when the note was opened: saving it, which a
 * tick does, moves it to the list's top. Undefined until both are known; asks for no page that the list has shown.
 */
export function useNeighbours(noteNo: number, topicNo: number): Neighbours | undefined {
  const cache = useQueryClient()
  const [order] = useNoteOrder()
  const [kept, setKept] = useState<Neighbours>()
  const [pageNo] = useState(() =>
    shownPageOf(cache.getQueriesData<NotePage>({ queryKey: noteKeys.ofTopic(topicNo) })),
  )
  const isAsked = kept === undefined
  const page = useQuery({ ...notePageQuery(topicNo, pageNo ?? 1, order), enabled: isAsked })
  const saveStatus = page.data && standingOn(page.data, noteNo)
  const { pageBefore, pageAfter } = saveStatus ?? { pageBefore: null, pageAfter: null }
  const before = useQuery({
    ...notePageQuery(topicNo, pageBefore ?? 1, order),
    enabled: isAsked && pageBefore !== null,
  })
  const after = useQuery({
    ...notePageQuery(topicNo, pageAfter ?? 1, order),
    enabled: isAsked && pageAfter !== null,
  })

  const isKnown =
    saveStatus && (pageBefore === null || before.isSuccess) && (pageAfter === null || after.isSuccess)
  if (isAsked && isKnown)
    setKept({
      before: pageBefore === null ? saveStatus.before : before.data?.notes.at(-1),
      after: pageAfter === null ? saveStatus.after : after.data?.notes[0],
    })
  return kept

  function shownPageOf(pages: [queryKey: readonly unknown[], page: NotePage | undefined][]) {
    const shown = pages.find(([queryKey, one]) => queryKey.at(-1) === order && one && standingOn(one, noteNo))
    return shown?.[1]?.pageIndex.curPageNum
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNoteOrder } from '#client/features/notes/list/noteList.state.ts'
import { noteKeys, notePageQuery } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import type { NoteItemView, NotePage } from '#protocol/notes.ts'
import { type AdjacentNotePair, positionOn } from './adjacentNotes.ts'
import { PreviousNextLinks } from './PreviousNextLinks.tsx'

interface AdjacentNotesProps {
  noteNo: number
  topicNo: number
}

/** Links to the previous and the next note in the topic's list. */
export function AdjacentNotes({ noteNo, topicNo }: AdjacentNotesProps) {
  const { before, after } = useAdjacentNotes(noteNo, topicNo) ?? {}
  return (
    <PreviousNextLinks
      label={t('notes.neighbours')}
      before={before && linkTo(before)}
      after={after && linkTo(after)}
    />
  )
}

const linkTo = ({ title, noteNo }: NoteItemView) => ({ title, address: paths.note(noteNo) })

/**
 * The previous and next note as the topic's list was when the note was opened; toggling a task saves the note and moves it to the top.
 * Undefined until both are known. Uses cached pages of the list where possible.
 */
function useAdjacentNotes(noteNo: number, topicNo: number): AdjacentNotePair | undefined {
  const cache = useQueryClient()
  const [order] = useNoteOrder()
  const [result, setResult] = useState<AdjacentNotePair>()
  const [pageNo] = useState(() =>
    cachedPageNo(cache.getQueriesData<NotePage>({ queryKey: noteKeys.ofTopic(topicNo) })),
  )
  const isLoading = result === undefined
  const page = useQuery({ ...notePageQuery(topicNo, pageNo ?? 1, order), enabled: isLoading })
  const position = page.data && positionOn(page.data, noteNo)
  const { pageBefore, pageAfter } = position ?? { pageBefore: null, pageAfter: null }
  const before = useQuery({
    ...notePageQuery(topicNo, pageBefore ?? 1, order),
    enabled: isLoading && pageBefore !== null,
  })
  const after = useQuery({
    ...notePageQuery(topicNo, pageAfter ?? 1, order),
    enabled: isLoading && pageAfter !== null,
  })

  const isKnown =
    position && (pageBefore === null || before.isSuccess) && (pageAfter === null || after.isSuccess)
  if (isLoading && isKnown)
    setResult({
      before: pageBefore === null ? position.before : before.data?.notes.at(-1),
      after: pageAfter === null ? position.after : after.data?.notes[0],
    })
  return result

  function cachedPageNo(pages: [queryKey: readonly unknown[], page: NotePage | undefined][]) {
    const cached = pages.find(
      ([queryKey, one]) => queryKey.at(-1) === order && one && positionOn(one, noteNo),
    )
    return cached?.[1]?.pageIndex.curPageNum
  }
}

import { useQuery } from '@tanstack/react-query'
import { atom, useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { notePageQuery, noteQuery } from '#client/features/notes/notes.queries.ts'
import { tagPageQuery } from '#client/features/tags/tags.queries.ts'
import { topicPageQuery } from '#client/features/topics/topics.queries.ts'
import { deletedTopicsAtom, topicListAtom } from '#client/features/topics/topics.state.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { useNumberParameter, usePageParameter } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { viewStateAtom } from '#client/session/viewState.ts'
import { NOTE_ORDERS, type NoteOrder } from '#protocol/notes.ts'

interface NoteListState {
  curPageNo: number
  selectedNoteNo: number | null
}

/** The page and the note opened last. The URL is the source; links back to the list use this copy. */
export const noteListAtom = viewStateAtom<NoteListState>({ curPageNo: 1, selectedNoteNo: null })

export interface NoteListPage {
  page: number
  goToPage: (page: number) => void
  isInUrl: boolean
}

/** The page of notes to show: in the URL of the list, otherwise the one opened last. */
export function useNoteListPage(isInUrl: boolean): NoteListPage {
  const inUrl = usePageParameter()
  const [{ curPageNo }, setNoteList] = useAtom(noteListAtom)

  useEffect(() => {
    if (isInUrl) setNoteList(list => ({ ...list, curPageNo: inUrl.page }))
  }, [isInUrl, inUrl.page, setNoteList])

  if (isInUrl) return { ...inUrl, isInUrl }
  return { page: curPageNo, goToPage: page => setNoteList(list => ({ ...list, curPageNo: page })), isInUrl }
}

const chosenOrderAtom = atom<{ userNo: number; order: NoteOrder } | null>(null)

const storageKey = (userNo: number) => `note_order/${userNo}`

/** The sort order of notes in all topics, stored per device and user. */
export function useNoteOrder(): [order: NoteOrder, choose: (order: NoteOrder) => void] {
  const { userNo } = useAtomValue(authAtom)
  const [chosen, setChosen] = useAtom(chosenOrderAtom)

  function choose(order: NoteOrder): void {
    setChosen({ userNo, order })
    writeStored(storageKey(userNo), order === 'changed' ? null : order)
  }

  return [chosen?.userNo === userNo ? chosen.order : storedOrder(userNo), choose]
}

function storedOrder(userNo: number): NoteOrder {
  const stored = readStored(storageKey(userNo))
  return NOTE_ORDERS.find(order => order === stored) ?? 'changed'
}

/** The topic whose notes the workspace lists: from the URL, of the open note, listed last, or the first. Skips deleted topics. */
export function useWorkspaceTopic(): number | null {
  const topicNoInUrl = useNumberParameter('topic')
  const noteNo = useNumberParameter('no')
  const { selectedTopicNo, curPageNo } = useAtomValue(topicListAtom)
  const deletedTopics = useAtomValue(deletedTopicsAtom)
  // Only read the cache: the components that show the data fetch it.
  const note = useQuery({ ...noteQuery(noteNo ?? 0), enabled: false })
  const topics = useQuery({ ...topicPageQuery(curPageNo), enabled: false })
  const [last, setLast] = useState<number | null>(null)

  const current = topicNoInUrl ?? (noteNo === null ? null : (note.data?.subjectNo ?? null))
  if (current !== null && current !== last) setLast(current)
  const fallbacks = [
    last,
    selectedTopicNo,
    ...(topics.data?.subjects.map(({ subjectNo }) => subjectNo) ?? []),
  ]
  return current ?? fallbacks.find(topicNo => topicNo !== null && !deletedTopics.has(topicNo)) ?? null
}

/**
 * The note to preview while no note is open: the one opened last in the list, otherwise the newest of the listed page. It stays while
 * it is listed, so that a newer note from another device does not replace it. Undefined while loading, null in an empty list.
 */
export function usePreviewedNote(
  { topicNo, tag }: { topicNo: number | null; tag: string | null },
  page: number,
  openNo: number | null,
) {
  const [order] = useNoteOrder()
  const [last, setLast] = useState<{ list: number | string; noteNo: number } | null>(null)
  // Only read the cache: the lists fetch the pages.
  const inTopic = useQuery({ ...notePageQuery(topicNo ?? 0, page, order), enabled: false })
  const withTag = useQuery({ ...tagPageQuery(tag ?? '', page), enabled: false })
  const { data, isPlaceholderData } = tag === null ? inTopic : withTag
  const list = tag ?? topicNo
  if (list === null) return undefined
  const isOutdated = data === undefined || isPlaceholderData
  const listed: readonly { noteNo: number; lastUpdate: string }[] = isOutdated ? [] : data.notes
  const isLastListed = last?.list === list && listed.some(({ noteNo }) => noteNo === last.noteNo)
  const newest = listed.toSorted((a, b) => b.lastUpdate.localeCompare(a.lastUpdate))[0]
  const noteNo = openNo ?? (isLastListed ? last.noteNo : newest?.noteNo)
  if (noteNo !== undefined && (last?.list !== list || last.noteNo !== noteNo)) setLast({ list, noteNo })
  if (noteNo !== undefined) return noteNo
  if (isOutdated) return last?.list === list ? last.noteNo : undefined
  return null
}

import { useQuery } from '@tanstack/react-query'
import { atom, useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { noteQuery } from '#client/features/notes/notes.queries.ts'
import { topicPageQuery } from '#client/features/topics/topics.queries.ts'
import { deletedTopicsAtom, topicListAtom } from '#client/features/topics/topics.state.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { useNumberParameter } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { viewStateAtom } from '#client/session/viewState.ts'
import { NOTE_ORDERS, type NoteOrder } from '#protocol/notes.ts'

interface NoteListState {
  curPageNo: number
  selectedNoteNo: number | null
}

/** The page and the note opened last. The URL is the source; links back to the list use this copy. */
export const noteListAtom = viewStateAtom<NoteListState>({ curPageNo: 1, selectedNoteNo: null })

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

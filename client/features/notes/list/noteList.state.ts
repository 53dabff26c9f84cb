import { atom, useAtom, useAtomValue } from 'jotai'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
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

import { atom, useAtom, useAtomValue } from 'jotai'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { authAtom } from '#client/session/session.ts'
import { NOTE_ORDERS, type NoteOrder } from '#protocol/notes.ts'

const chosenAtom = atom<{ userNo: number; order: NoteOrder } | null>(null)

const keyOf = (userNo: number) => `note_order/${userNo}`

/** How the notes of all my topics follow each other; this device remembers it for each of its people. */
export function useNoteOrder(): [order: NoteOrder, choose: (order: NoteOrder) => void] {
  const { userNo } = useAtomValue(authAtom)
  const [chosen, setChosen] = useAtom(chosenAtom)

  function choose(order: NoteOrder): void {
    setChosen({ userNo, order })
    writeStored(keyOf(userNo), order === 'changed' ? null : order)
  }

  return [chosen?.userNo === userNo ? chosen.order : storedOrder(userNo), choose]
}

function storedOrder(userNo: number): NoteOrder {
  const stored = readStored(keyOf(userNo))
  return NOTE_ORDERS.find(order => order === stored) ?? 'changed'
}

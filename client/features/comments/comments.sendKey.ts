import { atom } from 'jotai'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'

const STORAGE_KEY = 'comments_sent_by_enter'

/** Where there is a mouse, and with that a keyboard with Shift, and room for the choice. */
const SENDS_UNASKED = '(pointer: fine) and (min-width: 768px)'

const chosenAtom = atom(readStored(STORAGE_KEY))

/** Whether Enter alone sends a comment: as it was chosen for a browser, which remembers it, or else where there is a mouse. */
export const sendsByEnterAtom = atom(
  get => {
    const chosen = get(chosenAtom)
    return chosen === null ? matchMedia(SENDS_UNASKED).matches : chosen === 'true'
  },
  (_get, set, chosen: boolean) => {
    set(chosenAtom, String(chosen))
    writeStored(STORAGE_KEY, String(chosen))
  },
)

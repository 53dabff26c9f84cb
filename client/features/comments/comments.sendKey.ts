import { atom } from 'jotai'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'

const STORAGE_KEY = 'comments_sent_by_enter'

const chosenAtom = atom(readStored(STORAGE_KEY) === 'true')

/** Whether Enter alone sends a comment; chosen for a browser, and remembered there. */
export const sendsByEnterAtom = atom(
  get => get(chosenAtom),
  (_get, set, chosen: boolean) => {
    set(chosenAtom, chosen)
    writeStored(STORAGE_KEY, chosen ? 'true' : null)
  },
)

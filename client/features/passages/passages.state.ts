import { atom } from 'jotai'
import { createContext, use } from 'react'
import type { Anchors } from './passages.groups.ts'

/** State of the passages that a note and its thread share. It consists of atoms, so pointing at a comment rerenders neither of them. */
export function createPassageState() {
  return {
    /** Where the passages are in the text on the screen. */
    anchors: atom<Anchors>(new Map()),
    /** The passage of the comment that the user points at. */
    pointedKey: atom<string | null>(null),
    /** The open passage of an own note that is read outside of a room. */
    openKey: atom<string | null>(null),
    /** Comments that the user has seen in the conversation of a passage. */
    seenNos: atom<ReadonlySet<number>>(new Set<number>()),
    /** The comment box of the thread. */
    box: { current: null as HTMLTextAreaElement | null },
  }
}

export const PassageContext = createContext(createPassageState())

export const usePassageState = () => use(PassageContext)

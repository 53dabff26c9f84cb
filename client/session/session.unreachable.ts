import { atom } from 'jotai'

/** The server could not be asked so far whether a token stands, and is being asked again. */
export const isServerUnreachableAtom = atom(false)

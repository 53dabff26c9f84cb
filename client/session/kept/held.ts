import { atom } from 'jotai'

/**
 * Since when nothing was heard of the server, in milliseconds since 1970, while screens show what this device has kept; null
 * while they show what it says.
 */
export const heldSinceAtom = atom<number | null>(null)

import { atom } from 'jotai'

/**
 * Since when nothing was heard of the server, in milliseconds since 1970, while screens show what this device has kept; null
 * while they show what it says.
 */
export const staleSinceAtom = atom<number | null>(null)

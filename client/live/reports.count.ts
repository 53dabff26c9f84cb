import { atom } from 'jotai'

/** How many reports wait, for administrators; 0 for everybody else. The menu tells it. */
export const waitingReportsAtom = atom(0)

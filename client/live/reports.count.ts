import { atom } from 'jotai'

/** Number of waiting reports for administrators; 0 for everybody else. */
export const waitingReportsAtom = atom(0)

import { atom } from 'jotai'

/** The prefix of the tab's title on all screens: '(3) ', or empty. */
export const titlePrefixAtom = atom('')

import { atom } from 'jotai'

/** What stands before the title of this tab, whatever the screen: '(3) ', or nothing. */
export const titleMarkAtom = atom('')

import { atom } from 'jotai'
import { noNews } from './news.numbers.ts'

/** The one store of the bell's number: the bell and the tab's title speak from it. */
export const newsCountAtom = atom(noNews)

/** How many entries are new. */
export const newNewsAtom = atom(get => get(newsCountAtom).count)

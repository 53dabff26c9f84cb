import { persistedTextsAtom } from '#client/session/usePersistedText.ts'
import { persistedViewStateAtom, viewStateAtom } from '#client/session/viewState.ts'

/** The last page of the list. The URL is authoritative; this value serves the way back. */
export const agoraAtom = viewStateAtom({ curPageNo: 1 })

/** The unsent opinion, kept when the user leaves the screen. */
export const opinionAtom = persistedViewStateAtom({ opinion: '' }, 'opinion')

/** Unsent answers of administrators. */
export const answersAtom = persistedTextsAtom('answers')

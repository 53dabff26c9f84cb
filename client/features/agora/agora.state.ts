import { keptTextsAtom } from '#client/session/useKeptText.ts'
import { keptViewStateAtom, viewStateAtom } from '#client/session/viewState.ts'

/** Where the list of suggestions stands. The address leads; this remembers it. */
export const agoraAtom = viewStateAtom({ curPageNo: 1 })

/** What is being written and not sent yet: leaving the screen must not lose it. */
export const opinionAtom = keptViewStateAtom({ opinion: '' }, 'opinion')

/** The administrators' answers, likewise. */
export const answersAtom = keptTextsAtom('answers')

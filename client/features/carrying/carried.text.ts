import { keptViewStateAtom } from '#client/session/viewState.ts'

export interface CarriedText {
  title: string
  text: string
}

export const NOTHING_WRITTEN: CarriedText = { title: '', text: '' }

/**
 * What a visitor has written and wants to have as a member. It stays in this tab until it is a draft, is thrown away, or its tab
 * signs out.
 */
export const carriedAtom = keptViewStateAtom(NOTHING_WRITTEN, 'carried_text')

export const hasWords = ({ title, text }: CarriedText) => (title + text).trim() !== ''

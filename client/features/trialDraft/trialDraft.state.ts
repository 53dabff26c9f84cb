import { keptViewStateAtom } from '#client/session/viewState.ts'

export interface TrialDraft {
  title: string
  text: string
}

export const NOTHING_WRITTEN: TrialDraft = { title: '', text: '' }

/**
 * What a visitor has written and wants to have as a member. It stays in this tab until it is a draft, is thrown away, or its tab
 * signs out.
 */
export const trialDraftAtom = keptViewStateAtom(NOTHING_WRITTEN, 'carried_text')

export const hasWords = ({ title, text }: TrialDraft) => (title + text).trim() !== ''

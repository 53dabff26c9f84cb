import { persistedViewStateAtom } from '#client/session/viewState.ts'

export interface TrialDraft {
  title: string
  text: string
}

export const EMPTY_TRIAL_DRAFT: TrialDraft = { title: '', text: '' }

/** The text of a visitor. The tab keeps it until the user saves it as a draft, discards it, or signs out. */
export const trialDraftAtom = persistedViewStateAtom(EMPTY_TRIAL_DRAFT, 'carried_text')

export const isTrialDraftWritten = ({ title, text }: TrialDraft) => (title + text).trim() !== ''

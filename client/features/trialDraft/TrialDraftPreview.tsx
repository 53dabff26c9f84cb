import { useAtomValue } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { belongsToVisitor } from '#client/session/viewState.ts'
import { isTrialDraftWritten, trialDraftAtom } from './trialDraft.state.ts'
import './trialDraft.css'

/** Shown while a visitor signs in or up: the trial draft that the account will receive. */
export function TrialDraftPreview() {
  const trialDraft = useAtomValue(trialDraftAtom)
  if (!isTrialDraftWritten(trialDraft) || !belongsToVisitor('carried_text')) return null
  const { title, text } = trialDraft
  return (
    <div className="trial-draft-preview">
      <p className="trial-draft-preview__badge">{t('trialDraft.comesAlong')}</p>
      {title.trim() !== '' && <p className="trial-draft-preview__title">{title}</p>}
      {text.trim() !== '' && <p className="trial-draft-preview__text">{text.slice(0, 200)}</p>}
    </div>
  )
}

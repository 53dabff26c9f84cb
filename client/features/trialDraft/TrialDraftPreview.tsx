import { useAtomValue } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { isVisitors } from '#client/session/viewState.ts'
import { hasWords, trialDraftAtom } from './trialDraft.state.ts'
import './trialDraftPreview.css'

/** On the way to becoming a member: the text that comes along. */
export function TrialDraftPreview() {
  const trialDraft = useAtomValue(trialDraftAtom)
  if (!hasWords(trialDraft) || !isVisitors('carried_text')) return null
  const { title, text } = trialDraft
  return (
    <div className="trial-draft-text">
      <p className="trial-draft-text__mark">{t('trialDraft.comesAlong')}</p>
      {title.trim() !== '' && <p className="trial-draft-text__title">{title}</p>}
      {text.trim() !== '' && <p className="trial-draft-text__words">{text.slice(0, 200)}</p>}
    </div>
  )
}

import { useAtom } from 'jotai'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Column } from '#client/ui/Column.tsx'
import { Message } from '#client/ui/Message.tsx'
import { NOTHING_WRITTEN, trialDraftAtom } from './trialDraft.state.ts'
import { useSaveTrialDraft } from './useSaveTrialDraft.ts'
import './trialDraftOffer.css'

/** On every screen of whoever has signed in with a text from the lookaround, until they have decided what becomes of it. */
export function TrialDraftOffer() {
  const [trialDraft, setTrialDraft] = useAtom(trialDraftAtom)
  const saving = useSaveTrialDraft()

  return (
    <aside className="trial-draft-offer no-print" aria-label={t('trialDraft.label')}>
      <Column>
        <div className="trial-draft-offer__line">
          <p className="trial-draft-offer__words">
            <strong>{t('trialDraft.label')}</strong>{' '}
            {trialDraft.title.trim() || trialDraft.text.trim().slice(0, 80)}
          </p>
          <Button kind="quiet" disabled={saving.isPending} onClick={() => setTrialDraft(NOTHING_WRITTEN)}>
            {t('notes.draftDiscard')}
          </Button>
          <Button kind="primary" busy={saving.isPending} onClick={() => saving.mutate(trialDraft)}>
            {t('trialDraft.take')}
          </Button>
        </div>
        {saving.error && <Message kind="error">{failureText(saving.error)}</Message>}
      </Column>
    </aside>
  )
}

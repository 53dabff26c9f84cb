import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router'
import { type TrialDraft, trialDraftAtom } from '#client/features/trialDraft/trialDraft.state.ts'
import { paths } from '#client/paths.ts'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'

interface TrialDraftPromptProps {
  draft: TrialDraft
  onContinue: () => void
}

/** Offers to keep the text by signing up, or to copy it. */
export function TrialDraftPrompt({ draft, onContinue }: TrialDraftPromptProps) {
  const setTrialDraft = useSetAtom(trialDraftAtom)
  const showToast = useSetAtom(showToastAtom)
  const navigate = useNavigate()

  function saveTrialDraftTo(address: string) {
    setTrialDraft(draft)
    void navigate(address)
  }

  async function copy() {
    const text = [draft.title, draft.text].filter(part => part.trim() !== '').join('\n\n')
    showToast({ text: t((await copyText(text)) ? 'lookaround.textCopied' : 'lookaround.textNotCopied') })
  }

  return (
    <section className="writing__banner writing__banner--draft" aria-label={t('lookaround.carryLabel')}>
      <p>{t('lookaround.mayCarry')}</p>
      <div className="writing__banner-actions carry-offer__actions">
        <Button kind="primary" onClick={() => saveTrialDraftTo(paths.signUp)}>
          {t('lookaround.carry')}
        </Button>
        <Button kind="quiet" onClick={() => saveTrialDraftTo(paths.signIn)}>
          {t('lookaround.carryToSignIn')}
        </Button>
        <Button kind="quiet" onClick={() => void copy()}>
          {t('lookaround.copyText')}
        </Button>
        <Button kind="quiet" onClick={onContinue}>
          {t('lookaround.keepTrying')}
        </Button>
      </div>
    </section>
  )
}

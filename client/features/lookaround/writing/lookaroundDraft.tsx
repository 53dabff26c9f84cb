import { getDefaultStore, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import {
  EMPTY_TRIAL_DRAFT,
  isTrialDraftWritten,
  type TrialDraft,
  trialDraftAtom,
} from '#client/features/trialDraft/trialDraft.state.ts'
import { paths } from '#client/paths.ts'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { t } from '#client/platform/language/language.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { belongsToVisitor, viewStateAtom } from '#client/session/viewState.ts'
import { Button } from '#client/ui/Button.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'

/** The draft lives only as long as this page. */
const lookaroundDraftAtom = viewStateAtom(EMPTY_TRIAL_DRAFT)

/** The draft of a visitor. Leaving the screen shows a toast with a way back; leaving the page asks first. */
export function useLookaroundDraft() {
  const [draft, setDraft] = useAtom(lookaroundDraftAtom)
  const [trialDraft, setTrialDraft] = useAtom(trialDraftAtom)
  const status = useAtomValue(authStatusAtom)
  const showToast = useSetAtom(showToastAtom)
  const isWritten = isTrialDraftWritten(draft)

  useEffect(() => {
    if (!isWritten) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWritten])

  // After a reload only the trial draft is left. Load it, so that the next text does not silently replace
  // it.
  const continueTrialDraft = useEffectEvent(() => {
    // Do not show a member's text before the session check has completed.
    const canShowDraft = belongsToVisitor('carried_text') || status === 'signedIn'
    if (!isWritten && isTrialDraftWritten(trialDraft) && canShowDraft) setDraft(trialDraft)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after the session check
  useEffect(() => continueTrialDraft(), [status])

  const notifyTextStays = useEffectEvent(() => {
    const keptDraft = getDefaultStore().get(trialDraftAtom)
    const latestDraft = getDefaultStore().get(lookaroundDraftAtom)
    if (keptDraft === latestDraft || location.pathname === paths.lookaroundCreateNote) return
    // The visitor has edited or cleared the text since it was kept for the sign-up.
    if (isTrialDraftWritten(keptDraft) && belongsToVisitor('carried_text')) return setTrialDraft(latestDraft)
    if (!isTrialDraftWritten(latestDraft)) return
    const link = { label: t('lookaround.writeOn'), to: paths.lookaroundCreateNote }
    showToast({ text: t('lookaround.textStays'), link })
  })
  useEffect(() => () => notifyTextStays(), [])

  return {
    draft,
    isWritten,
    change: (change: Partial<TrialDraft>) => setDraft(now => ({ ...now, ...change })),
    /** The offer promises that the text comes along, and visitors may also sign up by the menu or on Home. */
    keepForSignUp() {
      if (isWritten && status === 'signedOut') setTrialDraft(draft)
    },
  }
}

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

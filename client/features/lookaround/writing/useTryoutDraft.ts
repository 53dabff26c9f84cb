import { getDefaultStore, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import {
  EMPTY_TRIAL_DRAFT,
  isTrialDraftWritten,
  type TrialDraft,
  trialDraftAtom,
} from '#client/features/trialDraft/trialDraft.state.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { belongsToVisitor, viewStateAtom } from '#client/session/viewState.ts'
import { showToastAtom } from '#client/ui/toasts.ts'

/** The draft lives only as long as this page. */
const tryoutDraftAtom = viewStateAtom(EMPTY_TRIAL_DRAFT)

/** The draft of a visitor. Leaving the screen shows a toast with a way back; leaving the page asks first. */
export function useTryoutDraft() {
  const [draft, setTried] = useAtom(tryoutDraftAtom)
  const trialDraft = useAtomValue(trialDraftAtom)
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
    if (!isWritten && isTrialDraftWritten(trialDraft) && canShowDraft) setTried(trialDraft)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after the session check
  useEffect(() => continueTrialDraft(), [status])

  const notifyTextStays = useEffectEvent(() => {
    const isTrialDraft = getDefaultStore().get(trialDraftAtom) === draft
    if (!isWritten || isTrialDraft || location.pathname === paths.lookaroundCreateNote) return
    const link = { label: t('lookaround.writeOn'), to: paths.lookaroundCreateNote }
    showToast({ text: t('lookaround.textStays'), link })
  })
  useEffect(() => () => notifyTextStays(), [])

  return {
    draft,
    isWritten,
    change: (change: Partial<TrialDraft>) => setTried(now => ({ ...now, ...change })),
  }
}

import { getDefaultStore, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import {
  hasWords,
  NOTHING_WRITTEN,
  type TrialDraft,
  trialDraftAtom,
} from '#client/features/trialDraft/trialDraft.state.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { isVisitors, viewStateAtom } from '#client/session/viewState.ts'
import { showToastAtom } from '#client/ui/toasts.ts'

/** What is tried out is kept by this page alone, and gone with it. */
const triedAtom = viewStateAtom(NOTHING_WRITTEN)

/** Whoever leaves the screen is told where their words are; whoever leaves the page is asked first. */
export function useTriedText() {
  const [tried, setTried] = useAtom(triedAtom)
  const trialDraft = useAtomValue(trialDraftAtom)
  const status = useAtomValue(authStatusAtom)
  const showToast = useSetAtom(showToastAtom)
  const isWritten = hasWords(tried)

  useEffect(() => {
    if (!isWritten) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWritten])

  // After a reload only the text that comes along is left. An empty editor would let the next text replace it unseen.
  const continueTrialDraft = useEffectEvent(() => {
    // Before it is known who is there, a member's text is shown to nobody.
    const isTheirs = isVisitors('carried_text') || status === 'signedIn'
    if (!isWritten && hasWords(trialDraft) && isTheirs) setTried(trialDraft)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again once it is known who is there
  useEffect(() => continueTrialDraft(), [status])

  const tellWhereItIs = useEffectEvent(() => {
    const isTrialDraft = getDefaultStore().get(trialDraftAtom) === tried
    if (!isWritten || isTrialDraft || location.pathname === paths.lookaroundCreateNote) return
    const link = { label: t('lookaround.writeOn'), to: paths.lookaroundCreateNote }
    showToast({ text: t('lookaround.textStays'), link })
  })
  useEffect(() => () => tellWhereItIs(), [])

  return {
    tried,
    isWritten,
    change: (change: Partial<TrialDraft>) => setTried(now => ({ ...now, ...change })),
  }
}

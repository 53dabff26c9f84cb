import { useAtomValue, useSetAtom } from 'jotai'
import { KeysListOpener } from '#client/features/keys/KeysListOpener.tsx'
import { hasWords, trialDraftAtom } from '#client/features/trialDraft/trialDraft.state.ts'
import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { idleComponent, lazyComponent, useLoading } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { useMediaQuery } from '#client/platform/browser/useMediaQuery.ts'
import { lazyWithQueryClient } from '#client/platform/calls/lazyWithQueryClient.tsx'
import { lazyWithMessages } from '#client/platform/language/lazyWithMessages.ts'
import { asksAgainAtom, authStatusAtom } from '#client/session/session.ts'
import { leftUnsentAtom, tellersComeBy } from '#client/session/session.unsent.ts'
import { FailedBar } from '#client/ui/FailedBar.tsx'
import { FailedDialog } from '#client/ui/FailedDialog.tsx'
import { ToastRegion } from '#client/ui/ToastRegion.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { PasswordBanner } from './PasswordBanner.tsx'
import { useLongInputRejected } from './useLongInputRejected.ts'
import { useReturnFocus } from './useReturnFocus.ts'

const SignInAgain = lazyComponent(
  lazyModule(() => import('#client/features/accounts/SignInAgain.tsx').then(part => part.SignInAgain)),
  FailedSignInAgain,
)

const LeavingQuestion = lazyComponent(
  lazyModule(() => import('./LeavingQuestion.tsx').then(part => part.LeavingQuestion)),
  FailedLeavingQuestion,
)

const TrialDraftOffer = lazyComponent(
  lazyWithQueryClient(() =>
    import('#client/features/trialDraft/TrialDraftOffer.tsx').then(part => part.TrialDraftOffer),
  ),
  FailedBar,
)

// They show nothing. What they send stays on the device until they are there.

const OutboxSender = idleComponent(
  lazyWithQueryClient(() =>
    import('#client/features/notes/outbox/OutboxSender.tsx').then(part => part.OutboxSender),
  ),
  null,
)

const CommentSender = idleComponent(
  lazyWithQueryClient(() =>
    import('#client/features/comments/CommentSender.tsx').then(part => part.CommentSender),
  ),
  null,
)

const QuickNoteSender = idleComponent(
  lazyWithQueryClient(() =>
    import('#client/features/notes/quick/QuickNoteSender.tsx').then(part => part.QuickNoteSender),
  ),
  null,
)

/** Whoever signs out before it is there waits for it. */
const leavingPart = lazyWithMessages(() => import('./members/leaving.ts'))
tellersComeBy(leavingPart.load)

const WaitingShares = idleComponent(
  lazyWithMessages(() =>
    import('#client/features/shares/WaitingShares.tsx').then(part => part.WaitingShares),
  ),
  FailedBar,
)

const BottomBar = lazyComponent(
  lazyWithMessages(() => import('./members/BottomBar.tsx').then(part => part.BottomBar)),
  FailedBar,
)

/** There the ways of every day are at the thumb. The same in memberTools.css. */
const ON_PHONES = '(max-width: 767.98px)'

/** What the shell tells in passing, over any screen. */
export function AppOverlays() {
  useLongInputRejected()
  useReturnFocus()
  const asksAgain = useAtomValue(asksAgainAtom)
  const isLeaving = useAtomValue(leftUnsentAtom).length > 0
  const isMember = useAtomValue(authStatusAtom) === 'signedIn'
  const isPhone = useMediaQuery(ON_PHONES)
  const hasTrialDraft = hasWords(useAtomValue(trialDraftAtom))
  return (
    <>
      <PasswordBanner />
      <ConnectionBanner />
      <ToastRegion>{isMember && <WaitingShares />}</ToastRegion>
      {isMember && hasTrialDraft && <TrialDraftOffer />}
      <KeysListOpener />
      {asksAgain && <SignInAgain />}
      {isLeaving && <LeavingQuestion />}
      {isMember && <LateSenders />}
      {isMember && isPhone && <BottomBar />}
    </>
  )
}

/** Of what could not be sent when it was written. */
function LateSenders() {
  useLoading(leavingPart, 'idle')
  return (
    <>
      <OutboxSender />
      <CommentSender />
      <QuickNoteSender />
    </>
  )
}

function FailedSignInAgain(failure: Failure) {
  const setAsksAgain = useSetAtom(asksAgainAtom)
  return <FailedDialog {...failure} onClose={() => setAsksAgain(false)} />
}

function FailedLeavingQuestion(failure: Failure) {
  const setUnsent = useSetAtom(leftUnsentAtom)
  return <FailedDialog {...failure} onClose={() => setUnsent([])} />
}

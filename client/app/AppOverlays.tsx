import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { ShortcutsDialogOpener } from '#client/features/shortcuts/ShortcutsDialogOpener.tsx'
import { isTrialDraftWritten, trialDraftAtom } from '#client/features/trialDraft/trialDraft.state.ts'
import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { idleComponent, lazyComponent, useLoading } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { longInputOf } from '#client/platform/browser/longInput.ts'
import { useMediaQuery } from '#client/platform/browser/useMediaQuery.ts'
import { t } from '#client/platform/language/language.ts'
import { lazyWithMessages, lazyWithQueryClient } from '#client/platform/lazyParts.tsx'
import { authStatusAtom, isPasswordPromptOpenAtom } from '#client/session/session.ts'
import { setUnsentCheckLoader, unsentMessagesAtom } from '#client/session/session.unsent.ts'
import { FailedBar } from '#client/ui/FailedBar.tsx'
import { FailedDialog } from '#client/ui/FailedDialog.tsx'
import { ToastRegion } from '#client/ui/ToastRegion.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { ConnectionBanner, PasswordBanner } from './Banners.tsx'
import { useReturnFocus } from './useReturnFocus.ts'

const SignInAgain = lazyComponent(
  lazyModule(() => import('#client/features/accounts/SignInAgain.tsx').then(part => part.SignInAgain)),
  FailedSignInAgain,
)

const SignOutDialog = lazyComponent(
  lazyModule(() => import('./SignOut.tsx').then(part => part.SignOutDialog)),
  FailedSignOutDialog,
)

const TrialDraftOffer = lazyComponent(
  lazyWithQueryClient(() =>
    import('#client/features/trialDraft/TrialDraftOffer.tsx').then(part => part.TrialDraftOffer),
  ),
  FailedBar,
)

// The senders render nothing. Until they are loaded, the unsent content stays on the device.

const OutboxSender = idleComponent(
  lazyWithQueryClient(() =>
    import('#client/features/notes/sync/OutboxSender.tsx').then(part => part.OutboxSender),
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
    import('#client/features/quickNote/QuickNoteSender.tsx').then(part => part.QuickNoteSender),
  ),
  null,
)

/** Signing out waits until it is loaded. */
const signOutChecks = lazyWithMessages(() => import('./members/signOutChecks.ts'))
setUnsentCheckLoader(signOutChecks.load)

const PendingSharesToast = idleComponent(
  lazyWithMessages(() =>
    import('#client/features/shares/PendingSharesToast.tsx').then(part => part.PendingSharesToast),
  ),
  FailedBar,
)

const BottomBar = lazyComponent(
  lazyWithMessages(() => import('./members/BottomBar.tsx').then(part => part.BottomBar)),
  FailedBar,
)

/** The widths with a bottom bar. The same query is in memberTools.css. */
const PHONE_QUERY = '(max-width: 767.98px)'

/** The banners, toasts, dialogs and background senders of all screens. */
export function AppOverlays() {
  useRejectLongInput()
  useReturnFocus()
  const isPasswordPromptOpen = useAtomValue(isPasswordPromptOpenAtom)
  const asksToSignOut = useAtomValue(unsentMessagesAtom).length > 0
  const isMember = useAtomValue(authStatusAtom) === 'signedIn'
  const isPhone = useMediaQuery(PHONE_QUERY)
  const hasTrialDraft = isTrialDraftWritten(useAtomValue(trialDraftAtom))
  return (
    <>
      <PasswordBanner />
      <ConnectionBanner />
      <ToastRegion>{isMember && <PendingSharesToast />}</ToastRegion>
      {isMember && hasTrialDraft && <TrialDraftOffer />}
      <ShortcutsDialogOpener />
      {isPasswordPromptOpen && <SignInAgain />}
      {asksToSignOut && <SignOutDialog />}
      {isMember && <BackgroundSenders />}
      {isMember && isPhone && <BottomBar />}
    </>
  )
}

/** Sends content that could not be sent when it was written. */
function BackgroundSenders() {
  useLoading(signOutChecks, 'idle')
  return (
    <>
      <OutboxSender />
      <CommentSender />
      <QuickNoteSender />
    </>
  )
}

/** Rejects input that is far longer than any field allows, since it would block the page for seconds. */
function useRejectLongInput(): void {
  const showToast = useSetAtom(showToastAtom)
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener(
      'beforeinput',
      event => {
        if (longInputOf(event) === null) return
        event.preventDefault()
        showToast({ text: t('common.textTooLong') })
      },
      listening,
    )
    return () => listening.abort()
  }, [showToast])
}

function FailedSignInAgain(failure: Failure) {
  const setPasswordPromptOpen = useSetAtom(isPasswordPromptOpenAtom)
  return <FailedDialog {...failure} onClose={() => setPasswordPromptOpen(false)} />
}

function FailedSignOutDialog(failure: Failure) {
  const setMessages = useSetAtom(unsentMessagesAtom)
  return <FailedDialog {...failure} onClose={() => setMessages([])} />
}

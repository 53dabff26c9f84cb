import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { ShortcutsDialogOpener } from '#client/features/shortcuts/ShortcutsDialogOpener.tsx'
import { isTrialDraftWritten, trialDraftAtom } from '#client/features/trialDraft/trialDraft.state.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { consumeHeadingFocus } from '#client/platform/browser/headingFocus.ts'
import {
  type Failure,
  idleComponent,
  lazyComponent,
  lazyWithMessages,
  lazyWithQueryClient,
  useLoading,
} from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { longInputOf } from '#client/platform/browser/longInput.ts'
import { scrollerOf } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'
import { setUnsentCheckLoader, unsentMessagesAtom } from '#client/session/session.beforeSignOut.ts'
import { authStatusAtom, isPasswordPromptOpenAtom } from '#client/session/session.ts'
import { FailedDialog } from '#client/ui/Dialog.tsx'
import { FailedBar } from '#client/ui/ErrorState.tsx'
import { ToastRegion } from '#client/ui/ToastRegion.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { ConnectionBanner, PasswordBanner } from './Banners.tsx'
import { SignOutDialog } from './SignOut.tsx'
import { useTypingPause } from './useTypingPause.ts'

const SignInAgain = lazyComponent(
  lazyModule(() => import('#client/features/accounts/SignInAgain.tsx').then(part => part.SignInAgain)),
  FailedSignInAgain,
)

const TrialDraftOffer = lazyComponent(
  lazyWithQueryClient(() =>
    import('#client/features/trialDraft/TrialDraftOffer.tsx').then(part => part.TrialDraftOffer),
  ),
  FailedBar,
)

// The senders render nothing. Until they are loaded, the unsent content stays on the device.

const DocumentSender = idleComponent(
  lazyWithQueryClient(() =>
    import('#client/features/notes/sync/DocumentSender.tsx').then(part => part.DocumentSender),
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
  const asksForPassword = useTypingPause(useAtomValue(isPasswordPromptOpenAtom))
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
      {asksForPassword && <SignInAgain />}
      {asksToSignOut && <SignOutDialog />}
      {isMember && <BackgroundSenders />}
      {isMember && isPhone && <BottomBar />}
    </>
  )
}

/** Sends content that could not be sent when it was written. */
function BackgroundSenders() {
  useLoading(signOutChecks)
  return (
    <>
      <DocumentSender />
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

/** How long a list may take to render the link again, in milliseconds. */
const SEARCH_TIMEOUT_MS = 3_000

/** By history entry: the link with which the user last left it. */
const clickedLinks = new Map<string, ClickedLink | null>()
let cancelSearch = () => {}

/** After back or forward, focuses the link with which the user left the screen, like a browser does between pages. */
function useReturnFocus(): void {
  const { key, pathname, search } = useLocation()
  const type = useNavigationType()

  useEffect(() => {
    // The key of the first entry is the same in every visit, so the address is added to it.
    const entry = `${key} ${pathname}${search}`
    const rememberLink = (event: Event) => clickedLinks.set(entry, clickedLinkOf(event))
    window.addEventListener('click', rememberLink, { capture: true })
    const link = clickedLinks.get(entry)
    if (type === 'POP' && link) returnFocusTo(link)
    return () => window.removeEventListener('click', rememberLink, { capture: true })
  }, [key, pathname, search, type])
}

/** `index` is its position among the links with the same address. */
interface ClickedLink {
  href: string
  index: number
}

/** The link in the screen that was clicked; null for clicks elsewhere, such as in the header. */
function clickedLinkOf({ target }: Event): ClickedLink | null {
  const link = target instanceof Element ? target.closest('main a[href]') : null
  const href = link?.getAttribute('href')
  if (!link || !href) return null
  return { href, index: linksTo(href).indexOf(link as HTMLElement) }
}

/** Until the link is rendered the heading has the focus. It keeps it if the link is gone, or if the user does something first. */
function returnFocusTo({ href, index }: ClickedLink): void {
  cancelSearch()
  const controller = new AbortController()
  cancelSearch = () => controller.abort()

  function search(): void {
    const links = linksTo(href)
    const link = links[index] ?? links[0]
    if (!link) return
    controller.abort()
    consumeHeadingFocus()
    link.focus({ preventScroll: true })
    // The scroll position of the page itself is restored elsewhere.
    if (scrollerOf(link) !== document.scrollingElement) link.scrollIntoView({ block: 'nearest' })
  }
  const changes = new MutationObserver(search)
  const timer = setTimeout(() => controller.abort(), SEARCH_TIMEOUT_MS)
  controller.signal.addEventListener('abort', () => {
    changes.disconnect()
    clearTimeout(timer)
  })
  for (const name of ['keydown', 'pointerdown'])
    window.addEventListener(name, () => controller.abort(), { signal: controller.signal, capture: true })
  changes.observe(document.body, { childList: true, subtree: true })
  search()
}

function linksTo(href: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)]
}

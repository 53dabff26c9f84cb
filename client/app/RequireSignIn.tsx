import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { SignInCheck } from '#client/features/accounts/SignInCheck.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/navigation.tsx'
import { sessionCalls } from '#client/session/session.actions.ts'
import { authAtom, authStatusAtom, isPasswordPromptOpenAtom } from '#client/session/session.ts'
import { saveReturnUrl } from '#client/session/viewState.ts'
import { FailedScreen } from '#client/ui/ErrorState.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'

/**
 * Renders its children for signed-in users. Redirects everybody else to /home and saves the address as the return URL. If the session
 * ends while the screen is open, the screen with its unsaved text stays, and the password prompt opens over it. With a temporary
 * password only the screen that replaces it is accessible.
 */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const status = useAtomValue(authStatusAtom)
  const { mustChangePassword } = useAtomValue(authAtom)
  const { pathname, search, hash } = useLocation()
  const [isAdmitted, setAdmitted] = useState(false)
  const setAsksAgain = useSetAtom(isPasswordPromptOpenAtom)
  const showToast = useSetAtom(showToastAtom)
  const isRejected = status === 'signedOut' && !isAdmitted

  useEffect(() => {
    if (status === 'signedIn') setAdmitted(true)
  }, [status])

  useEffect(() => {
    if (status === 'ended' && isAdmitted) setAsksAgain(true)
  }, [status, isAdmitted, setAsksAgain])

  useEffect(() => {
    if (!isRejected) return
    saveReturnUrl(pathname + search + hash)
    // The home screen shows neither the address nor the content that another app has shared with this one.
    const text = t(pathname === paths.newNote && search !== '' ? 'shell.handedKept' : 'shell.wantedKept')
    showToast({ text, link: { label: t('shell.signIn'), to: paths.signIn } })
  }, [isRejected, pathname, search, hash, showToast])

  if (status === 'checking') return <SessionPending />
  if (status === 'signedIn' && mustChangePassword && pathname !== paths.myInfo)
    return <Redirect to={paths.myInfo} />
  if (status === 'signedIn' || (status === 'ended' && isAdmitted)) return children
  return <Redirect to={paths.home} />
}

/** Shown while the session is being checked; with a retry button if the module for that cannot be loaded. */
export function SessionPending() {
  const { failure, isRetrying = false } = useSyncExternalStore(
    sessionCalls.subscribe,
    sessionCalls.loadState,
    sessionCalls.loadState,
  )
  if (failure === undefined) return <SignInCheck />
  const retry = () => void sessionCalls.load().catch(() => undefined)
  return <FailedScreen error={failure} isRetrying={isRetrying} retry={retry} />
}

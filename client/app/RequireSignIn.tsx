import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { saveReturnUrl } from '#client/session/returnAddress.ts'
import { asksAgainAtom, authAtom, authStatusAtom } from '#client/session/session.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { SessionPending } from './SessionPending.tsx'

/**
 * Lets signed-in users through and leads everybody else to /home, keeping the wanted address for after the sign-in.
 * A session that ends while its screen is open leaves the screen, and what is written in it, where they are; the
 * password is asked for over it. With a temporary password there is nothing but the screen where it is replaced.
 */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const status = useAtomValue(authStatusAtom)
  const { mustChangePassword } = useAtomValue(authAtom)
  const { pathname, search } = useLocation()
  const [admitted, setAdmitted] = useState(false)
  const setAsksAgain = useSetAtom(asksAgainAtom)
  const showToast = useSetAtom(showToastAtom)
  const turnedAway = status === 'signedOut' && !admitted

  useEffect(() => {
    if (status === 'signedIn') setAdmitted(true)
  }, [status])

  useEffect(() => {
    if (status === 'ended' && admitted) setAsksAgain(true)
  }, [status, admitted, setAsksAgain])

  useEffect(() => {
    if (!turnedAway) return
    saveReturnUrl(pathname + search)
    // Where they are led nothing is seen of the address, nor of what another app has handed over.
    const text = t(pathname === paths.newNote && search !== '' ? 'shell.handedKept' : 'shell.wantedKept')
    showToast({ text, link: { label: t('shell.signIn'), to: paths.signIn } })
  }, [turnedAway, pathname, search, showToast])

  if (status === 'checking') return <SessionPending />
  if (status === 'signedIn' && mustChangePassword && pathname !== paths.myInfo)
    return <Redirect to={paths.myInfo} />
  if (status === 'signedIn' || (status === 'ended' && admitted)) return children
  return <Redirect to={paths.home} />
}

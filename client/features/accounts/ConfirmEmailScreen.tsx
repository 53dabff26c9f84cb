import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { confirmEmail } from '#protocol/accounts.ts'
import type { ReplyOf } from '#protocol/call.ts'
import { DoneMark } from './DoneMark.tsx'
import './accounts.css'

/**
 * The target of the confirmation link in a mail. Sends the token from the URL fragment as soon as the
 * screen opens, and again when another link replaces the fragment of the open screen.
 */
export function ConfirmEmailScreen() {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const status = useAtomValue(authStatusAtom)
  const token = hash.slice(1)
  const sentToken = useRef('')
  const confirmation = useMutation({ mutationFn: (token: string) => callApi(confirmEmail, { token }) })
  const { mutate, data, error, variables } = confirmation

  useEffect(() => {
    if (token === '') sentToken.current = ''
    // Wait for the session check: the request carries the token of a signed-in user, and the server keeps
    // that session.
    if (token === sentToken.current || status === 'checking') return
    sentToken.current = token
    // The token works once, so it need not stay in the history.
    void navigate(pathname, { replace: true })
    mutate(token)
  }, [token, status, mutate, navigate, pathname])

  return (
    <Card className="account">
      {data?.success && <DoneMark />}
      <ScreenTitle title={t('accounts.confirmTitle')} />
      {error ? (
        <ErrorState onRetry={() => mutate(variables)}>{failureText(error)}</ErrorState>
      ) : (
        <>
          <p className="account__message" role="status">
            {outcomeText(data, token !== '' || confirmation.isPending)}
          </p>
          {(data || (token === '' && confirmation.isIdle)) && (
            <NextLinks isConfirmed={data?.success === true} />
          )}
        </>
      )}
    </Card>
  )
}

function outcomeText(reply: ReplyOf<typeof confirmEmail> | undefined, isPending: boolean): string {
  if (reply) return reply.success ? t('accounts.confirmed') : reply.message
  return t(isPending ? 'accounts.confirming' : 'accounts.confirmWithoutToken')
}

function NextLinks({ isConfirmed }: { isConfirmed: boolean }) {
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const next = isConfirmed
    ? { to: paths.friends, label: t('shell.friends') }
    : { to: paths.myInfo, label: t('accounts.confirmToMyInfo') }
  const { to, label } = isSignedIn ? next : { to: paths.signIn, label: t('accounts.toSignIn') }
  return (
    <div className="account__buttons">
      <ButtonLink kind="primary" to={to}>
        {label}
      </ButtonLink>
      <ButtonLink kind="quiet" to={paths.home}>
        {t('accounts.toHome')}
      </ButtonLink>
    </div>
  )
}

import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
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
import { DoneMark } from './DoneMark.tsx'
import './accounts.css'

type Outcome =
  | { kind: 'pending' | 'confirmed' | 'withoutToken' }
  | { kind: 'rejected'; message: string }
  | { kind: 'failed'; error: unknown }

/**
 * The target of the confirmation link in a mail. Sends the token from the URL fragment as soon as the
 * screen opens.
 */
export function ConfirmEmailScreen() {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const status = useAtomValue(authStatusAtom)
  const [token] = useState(hash.slice(1))
  const [outcome, setOutcome] = useState<Outcome>({ kind: token === '' ? 'withoutToken' : 'pending' })
  const isSent = useRef(false)

  const confirm = useCallback(async () => {
    setOutcome({ kind: 'pending' })
    try {
      const reply = await callApi(confirmEmail, { token })
      setOutcome(reply.success ? { kind: 'confirmed' } : { kind: 'rejected', message: reply.message })
    } catch (error) {
      setOutcome({ kind: 'failed', error })
    }
  }, [token])

  useEffect(() => {
    // Wait for the session check: the request carries the token of a signed-in user, and the server keeps
    // that session.
    if (token === '' || isSent.current || status === 'checking') return
    isSent.current = true
    // The token works once, so it need not stay in the history.
    void navigate(pathname, { replace: true })
    void confirm()
  }, [token, status, confirm, navigate, pathname])

  return (
    <Card className="account">
      {outcome.kind === 'confirmed' && <DoneMark />}
      <ScreenTitle title={t('accounts.confirmTitle')} />
      {outcome.kind === 'failed' ? (
        <ErrorState onRetry={() => void confirm()}>{failureText(outcome.error)}</ErrorState>
      ) : (
        <>
          <p className="account__message" role="status">
            {outcomeText(outcome)}
          </p>
          {outcome.kind !== 'pending' && <NextLinks isConfirmed={outcome.kind === 'confirmed'} />}
        </>
      )}
    </Card>
  )
}

function outcomeText(outcome: Exclude<Outcome, { kind: 'failed' }>): string {
  switch (outcome.kind) {
    case 'pending':
      return t('accounts.confirming')
    case 'confirmed':
      return t('accounts.confirmed')
    case 'withoutToken':
      return t('accounts.confirmWithoutToken')
    case 'rejected':
      return outcome.message
  }
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

import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { KnownPasswordField } from '#client/features/accounts/PasswordFields.tsx'
import { OidcProof } from '#client/features/oidc/OidcProof.tsx'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useGoBack } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { type MyInfoView, requestMyInfo } from '#protocol/myInfo.ts'
import { proveByOidc } from '#protocol/oidc.ts'

interface PasswordStepProps {
  /** An earlier confirmation has expired. */
  isExpired: boolean
  onConfirmed: (info: MyInfoView) => void
}

/** Step one: the current password. */
export function PasswordStep({ isExpired, onConfirmed }: PasswordStepProps) {
  const { userEmail, mustChangePassword } = useAtomValue(authAtom)
  const [password, setPassword] = useState('')
  const [errorMessage, setErrorMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const goBack = useGoBack(paths.friends)
  useProof(onConfirmed, setErrorMessage)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      const reply = await callApi(requestMyInfo, { email: userEmail, password })
      if (reply.authenticated) return onConfirmed(reply)
      setErrorMessage(reply.message)
      field.current?.focus()
    } catch (error) {
      setErrorMessage(failureText(error))
    }
    setBusy(false)
  }

  function handleChange(value: string) {
    setPassword(value)
    setErrorMessage('')
  }

  return (
    <Card className="account">
      <ScreenTitle title={t('myInfo.title')} />
      <p className="account__lead">
        {isExpired ? t('accounts.passwordStepNeeded') : t('myInfo.passwordLead')}
      </p>
      <form className="account__form" onSubmit={event => void submit(event)} noValidate>
        <KnownPasswordField
          ref={field}
          label={t('myInfo.currentPassword')}
          value={password}
          onChange={handleChange}
          hint={mustChangePassword ? t('myInfo.temporaryHint') : undefined}
          error={errorMessage}
        />
        <div className="account__buttons">
          <Button type="submit" kind="primary" busy={isBusy}>
            {t('myInfo.goOn')}
          </Button>
          <Button kind="quiet" onClick={goBack}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
      <OidcProof />
    </Card>
  )
}

/** Uses the ticket with which a provider's screen has sent an account without a password back here. */
function useProof(onConfirmed: (info: MyInfoView) => void, onFailed: (message: string) => void): void {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const ticket: string | undefined = state?.proof
  const latest = useRef({ onConfirmed, onFailed })
  latest.current = { onConfirmed, onFailed }

  useEffect(() => {
    if (ticket === undefined) return
    // It works once.
    void navigate(pathname, { replace: true })
    callApi(proveByOidc, { ticket }).then(
      reply => {
        if (reply.authenticated) latest.current.onConfirmed(reply)
        else latest.current.onFailed(reply.message)
      },
      error => latest.current.onFailed(failureText(error)),
    )
  }, [ticket, pathname, navigate])
}

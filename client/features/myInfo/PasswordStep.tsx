import { useAtomValue } from 'jotai'
import { type FormEvent, useRef, useState } from 'react'
import { KnownPasswordField } from '#client/features/accounts/KnownPasswordField.tsx'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useGoBack } from '#client/platform/router/useGoBack.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { type MyInfoView, requestMyInfo } from '#protocol/myInfo.ts'

interface PasswordStepProps {
  /** The proof of a while ago has run out. */
  isRepeated: boolean
  onProven: (info: MyInfoView) => void
}

/** Step one: the current password. */
export function PasswordStep({ isRepeated, onProven }: PasswordStepProps) {
  const { userEmail, mustChangePassword } = useAtomValue(authAtom)
  const [password, setPassword] = useState('')
  const [errorMessage, setErrorMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const goBack = useGoBack(paths.friends)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      const reply = await callApi(requestMyInfo, { email: userEmail, password })
      if (reply.authenticated) return onProven(reply)
      setErrorMessage(reply.message)
      field.current?.focus()
    } catch (error) {
      setErrorMessage(failureText(error))
    }
    setBusy(false)
  }

  function type(typed: string) {
    setPassword(typed)
    setErrorMessage('')
  }

  return (
    <Card className="my-info__card">
      <form className="my-info__form" onSubmit={event => void submit(event)} noValidate>
        <p className="my-info__lead">
          {isRepeated ? t('accounts.passwordStepNeeded') : t('myInfo.passwordLead')}
        </p>
        <KnownPasswordField
          ref={field}
          label={t('myInfo.currentPassword')}
          value={password}
          onChange={type}
          hint={mustChangePassword ? t('myInfo.temporaryHint') : undefined}
          error={errorMessage}
        />
        <div className="my-info__buttons">
          <Button onClick={goBack}>{t('common.cancel')}</Button>
          <Button type="submit" kind="primary" busy={isBusy}>
            {t('myInfo.goOn')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

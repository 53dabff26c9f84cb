import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { KnownPasswordField } from '#client/features/accounts/PasswordFields.tsx'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { requestPasswordReset, type SignedInView } from '#protocol/accounts.ts'
import { linkOidcAtSignIn, type OidcStep } from '#protocol/oidc.ts'

interface OidcLinkFormProps {
  step: OidcStep
  ticket: string
  onSignedIn: (signedIn: SignedInView) => void
}

/**
 * An account has the verified address: asks for its password, or for a temporary one from its mailbox, before the
 * identity is linked.
 */
export function OidcLinkForm({ step, ticket, onSignedIn }: OidcLinkFormProps) {
  const { email, provider } = step
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const [failure, setFailure] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const mail = useMutation({ mutationFn: () => callApi(requestPasswordReset, { email }) })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure('')
    try {
      const reply = await callApi(linkOidcAtSignIn, { ticket, password })
      if (reply.authenticated) return onSignedIn(reply)
      setWrong(true)
      field.current?.focus()
    } catch (error) {
      setFailure(failureText(error))
    }
    setBusy(false)
  }

  return (
    <>
      <ScreenTitle title={t('oidc.linkTitle')} />
      <p className="account__lead">{t('oidc.linkLead', { email, provider })}</p>
      <form className="account__form" method="post" onSubmit={event => void submit(event)} noValidate>
        {/* So that password managers find the account. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <KnownPasswordField
          ref={field}
          label={t('accounts.password')}
          value={password}
          onChange={value => {
            setPassword(value)
            setWrong(false)
          }}
          error={isWrong ? t('accounts.checkPassword') : undefined}
        />
        <div className="account__buttons">
          <Button type="submit" kind="primary" busy={isBusy}>
            {t('oidc.linkSubmit')}
          </Button>
          <Button kind="quiet" busy={mail.isPending} onClick={() => mail.mutate()}>
            {t('oidc.mailPassword')}
          </Button>
        </div>
        {failure !== '' || mail.error ? (
          <Message kind="error">{failure || failureText(mail.error)}</Message>
        ) : (
          <Message>{mail.data?.success && t('oidc.passwordMailed')}</Message>
        )}
      </form>
    </>
  )
}

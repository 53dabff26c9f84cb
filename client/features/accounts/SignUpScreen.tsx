import { useAtomValue } from 'jotai'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { OidcButtons } from '#client/features/oidc/OidcButtons.tsx'
import { TrialDraftPreview } from '#client/features/trialDraft/TrialDraftPreview.tsx'
import { paths } from '#client/paths.ts'
import { requestHeadingFocus } from '#client/platform/browser/headingFocus.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/navigation.tsx'
import { authStatusAtom } from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { DoneMark } from './DoneMark.tsx'
import { EmailField } from './EmailField.tsx'
import { MobileAndPassword } from './PasswordFields.tsx'
import { PicturePicker } from './PicturePicker.tsx'
import { PolicyPanel } from './PolicyPanel.tsx'
import { SignInCheck } from './SignInCheck.tsx'
import { type SignedUp, type SignUpField, useSignUp } from './useSignUp.ts'
import './accounts.css'

export function SignUpScreen() {
  const status = useAtomValue(authStatusAtom)
  /** Identifies the visit, so that the menu link on the "done" view opens an empty form again. */
  const { key: visitKey } = useLocation()
  const [signedUpVisit, setSignedUpVisit] = useState<(SignedUp & { visitKey: string }) | null>(null)

  function showDone(signedUp: SignedUp) {
    requestHeadingFocus()
    setSignedUpVisit({ ...signedUp, visitKey })
  }

  if (status === 'checking') return <SignInCheck />
  if (status === 'signedIn') return <Redirect to={paths.home} />
  return (
    <Card className="account">
      {signedUpVisit?.visitKey === visitKey ? (
        <SignUpDone {...signedUpVisit} />
      ) : (
        <>
          <TrialDraftPreview />
          <ScreenTitle title={t('accounts.signUp')} />
          <SignUpForm onDone={showDone} />
          <OidcButtons />
          <div className="account__links">
            <ButtonLink kind="quiet" to={paths.signIn}>
              {t('accounts.haveAccount')}
            </ButtonLink>
            <ButtonLink kind="quiet" to={paths.home}>
              {t('accounts.toHome')}
            </ButtonLink>
          </div>
        </>
      )}
    </Card>
  )
}

function SignUpDone({ username, email, linkSentTo }: SignedUp) {
  return (
    <>
      <DoneMark />
      <ScreenTitle title={t('accounts.signUpDone')} />
      <p className="account__message">{t('accounts.signUpDoneMore', { name: username })}</p>
      {linkSentTo && (
        <p className="account__message">{t('accounts.confirmationSent', { email: linkSentTo })}</p>
      )}
      <div className="account__buttons">
        <ButtonLink kind="primary" to={paths.signIn} state={{ email }}>
          {t('accounts.toSignIn')}
        </ButtonLink>
        <ButtonLink kind="quiet" to={paths.home}>
          {t('accounts.toHome')}
        </ButtonLink>
      </div>
    </>
  )
}

function SignUpForm({ onDone }: { onDone: (signedUp: SignedUp) => void }) {
  const [hasAgreed, setHasAgreed] = useState(false)
  const latestHasAgreed = useRef(hasAgreed)
  const formElement = useRef<HTMLFormElement>(null)
  const signUp = useSignUp({ onValidationError: focus, onDone })

  function focus(field: SignUpField) {
    formElement.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (hasAgreed) void signUp.submit(() => latestHasAgreed.current)
  }

  function handleAgree(isChecked: boolean) {
    latestHasAgreed.current = isChecked
    setHasAgreed(isChecked)
  }

  const field = (name: SignUpField) => ({
    name,
    value: signUp.form[name],
    error: signUp.messages[name],
    onChange: (value: string) => signUp.setField(name, value),
    onBlur: () => void signUp.check(name),
  })

  return (
    <form className="account__form" method="post" ref={formElement} onSubmit={submit} noValidate>
      <EmailField {...field('email')} autoComplete="email" />
      <TextField
        {...field('username')}
        label={t('accounts.username')}
        hint={t('accounts.usernameHint')}
        autoComplete="nickname"
      />
      <MobileAndPassword
        field={field}
        passwordLabel={t('accounts.password')}
        passwordHint={t('accounts.passwordHint')}
        confirmLabel={t('accounts.passwordConfirm')}
        owner={signUp.form}
      />
      <PicturePicker
        person={{ userNo: 0, name: signUp.form.username }}
        chosenFile={signUp.picture}
        onChoose={signUp.setPicture}
        onRemove={() => signUp.setPicture(null)}
        onProcessing={signUp.trackPictureProcessing}
        isUploading={signUp.isBusy}
        error={signUp.pictureError}
      />
      <div className="account__policies">
        <Checkbox label={t('accounts.agree')} checked={hasAgreed} onChange={handleAgree} name="agree" />
        <PolicyPanel policy="terms" />
        <PolicyPanel policy="privacy" />
      </div>
      <div className="account__buttons">
        <Button type="submit" kind="primary" busy={signUp.isBusy} disabled={!hasAgreed}>
          {t('accounts.submitSignUp')}
        </Button>
      </div>
      <Message kind="error">
        {signUp.failure !== null && (
          <>
            {signUp.picture && t('accounts.uploadFailed')} {failureText(signUp.failure)}
          </>
        )}
      </Message>
    </form>
  )
}

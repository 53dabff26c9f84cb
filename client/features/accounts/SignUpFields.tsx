import { type FormEvent, useRef, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { EmailField } from './EmailField.tsx'
import { MobileAndPassword } from './MobileAndPassword.tsx'
import { PicturePicker } from './PicturePicker.tsx'
import { PolicyPanel } from './PolicyPanel.tsx'
import type { SignUpField } from './signUp.rules.ts'
import { type SignedUp, useSignUp } from './useSignUp.ts'

export function SignUpFields({ onDone }: { onDone: (signedUp: SignedUp) => void }) {
  const [agrees, setAgrees] = useState(false)
  const stillAgrees = useRef(agrees)
  const element = useRef<HTMLFormElement>(null)
  const signUp = useSignUp({ onValidationError: focus, onDone })

  function focus(field: SignUpField) {
    element.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (agrees) void signUp.submit(() => stillAgrees.current)
  }

  function agree(isTicked: boolean) {
    stillAgrees.current = isTicked
    setAgrees(isTicked)
  }

  const field = (name: SignUpField) => ({
    name,
    value: signUp.form[name],
    error: signUp.messages[name],
    onChange: (typed: string) => signUp.type(name, typed),
    onBlur: () => void signUp.check(name),
  })

  return (
    <form className="account__form" ref={element} onSubmit={submit} noValidate>
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
        chosen={signUp.picture}
        onChoose={signUp.takePicture}
        onRemove={() => signUp.takePicture(null)}
        onMaking={signUp.notePictureMaking}
        isUploading={signUp.isBusy}
        error={signUp.pictureError}
      />
      <div className="account__policies">
        <PolicyPanel policy="terms" />
        <PolicyPanel policy="privacy" />
      </div>
      <Checkbox label={t('accounts.agree')} checked={agrees} onChange={agree} name="agree" />
      <div className="account__buttons">
        <Button type="submit" kind="primary" busy={signUp.isBusy} disabled={!agrees}>
          {t('accounts.submitSignUp')}
        </Button>
      </div>
      {signUp.failure !== null && (
        <Message kind="error">
          {signUp.picture && t('accounts.uploadFailed')} {failureText(signUp.failure)}
        </Message>
      )}
    </form>
  )
}

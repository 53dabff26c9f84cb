import { useAtomValue } from 'jotai'
import { type FormEvent, useRef } from 'react'
import { MobileAndPassword } from '#client/features/accounts/PasswordFields.tsx'
import { PicturePicker } from '#client/features/accounts/PicturePicker.tsx'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useGoBack } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import type { MyInfoView } from '#protocol/myInfo.ts'
import { type MyInfoField, useMyInfo } from './useMyInfo.ts'

interface MyInfoFormProps {
  info: MyInfoView
  /** The password must be confirmed again before any change. */
  onConfirmationExpired: () => void
}

/** Step two: the editable and the read-only data. */
export function MyInfoForm({ info, onConfirmationExpired }: MyInfoFormProps) {
  const { userNo, mustChangePassword } = useAtomValue(authAtom)
  const formElement = useRef<HTMLFormElement>(null)
  const form = useMyInfo(info, { onValidationError: focus, onConfirmationExpired })
  const goBack = useGoBack(paths.friends)
  const isBusy = form.progress === 'busy'

  function focus(field: MyInfoField) {
    formElement.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void form.submit()
  }

  const field = (name: MyInfoField) => ({
    name,
    value: form.entries[name],
    error: form.messages[name],
    onChange: (value: string) => form.setField(name, value),
  })

  return (
    <Card className="my-info__card">
      <form className="account__form" ref={formElement} onSubmit={submit} noValidate>
        <PicturePicker
          person={{ userNo, name: info.username }}
          current={form.currentPicture}
          chosenFile={form.chosenPicture}
          onChoose={form.choosePicture}
          onRemove={() => form.choosePicture('removed')}
          onProcessing={form.trackPictureProcessing}
          isUploading={isBusy}
          error={form.messages.picture}
        />
        <ReadOnly label={t('accounts.email')} value={info.email} autoComplete="username" />
        <ReadOnly label={t('accounts.username')} value={info.username} />
        <MobileAndPassword
          field={field}
          passwordLabel={t('myInfo.newPassword')}
          passwordHint={t(mustChangePassword ? 'myInfo.requiredPasswordHint' : 'myInfo.newPasswordHint')}
          confirmLabel={t('myInfo.newPasswordConfirm')}
          owner={info}
        />
        <p className="my-info__password-effects">
          {t(mustChangePassword ? 'myInfo.replacementEnds' : 'myInfo.newPasswordEnds')}
        </p>
        <div className="my-info__buttons">
          <Button onClick={goBack}>{t('common.cancel')}</Button>
          <Button type="submit" kind="primary" busy={isBusy}>
            {t('myInfo.update')}
          </Button>
          {form.failure === null ? (
            <Message>{form.progress === 'done' && t('myInfo.updated')}</Message>
          ) : (
            <Message kind="error">
              {form.chosenPicture && t('accounts.uploadFailed')} {failureText(form.failure)}
            </Message>
          )}
        </div>
      </form>
    </Card>
  )
}

function ReadOnly({
  label,
  value,
  autoComplete = 'off',
}: {
  label: string
  value: string
  autoComplete?: string
}) {
  return (
    <TextField label={label} value={value} autoComplete={autoComplete} readOnly onChange={() => undefined} />
  )
}

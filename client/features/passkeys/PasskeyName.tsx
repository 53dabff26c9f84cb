import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { PASSKEY_NAME_MAX } from '#protocol/limits.ts'
import { type PasskeyView, passkeyNameField } from '#protocol/passkeys.ts'
import { useRenamePasskey } from './passkeys.queries.ts'

/** A passkey's name where it stands: Enter saves it, Esc leaves it as it was. */
export function PasskeyName({ passkey, onDone }: { passkey: PasskeyView; onDone: () => void }) {
  const [typed, setTyped] = useState(passkey.name)
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const renaming = useRenamePasskey()

  useEffect(() => field.current?.select(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const name = passkeyNameField.safeParse(typed).data
    setRefused(name === undefined)
    if (name === undefined || renaming.isPending) return
    if (name === passkey.name) onDone()
    else renaming.mutate({ passkeyId: passkey.passkeyId, name }, { onSuccess: onDone })
  }

  function leave(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isComposing(event)) onDone()
  }

  function type(text: string) {
    setTyped(text)
    setRefused(false)
  }

  return (
    <form className="passkey-name" onSubmit={submit} onKeyDown={leave} noValidate>
      <TextField
        ref={field}
        label={t('passkeys.newName')}
        max={PASSKEY_NAME_MAX}
        value={typed}
        onChange={type}
        autoComplete="off"
        enterKeyHint="done"
        error={
          isRefused ? t('passkeys.nameLength') : renaming.error ? failureText(renaming.error) : undefined
        }
      />
      <div className="passkey-name__ways">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" busy={renaming.isPending}>
          {t('passkeys.rename')}
        </Button>
      </div>
    </form>
  )
}

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { KnownPasswordField } from '#client/features/accounts/KnownPasswordField.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { useAccountDeletion } from './useAccountDeletion.ts'

const goes = ['myInfo.goesNotes', 'myInfo.goesHubs', 'myInfo.goesPerson', 'myInfo.goesSessions'] as const

/** Says what goes and what stays, and asks for the password once more. */
export function AccountDeletionPanel({ id, onCancel }: { id: string; onCancel: () => void }) {
  const [password, setPassword] = useState('')
  const [takesContributions, setTakesContributions] = useState(false)
  const deletion = useAccountDeletion()
  const panel = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => panel.current?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (deletion.isBusy) return
    await deletion.deleteNow(password, takesContributions)
    field.current?.focus()
  }

  function type(typed: string) {
    setPassword(typed)
    deletion.touch()
  }

  return (
    <form
      className="account-deletion__panel"
      id={id}
      ref={panel}
      tabIndex={-1}
      aria-labelledby={`${id}-question`}
      onSubmit={event => void submit(event)}
      noValidate
    >
      <p className="account-deletion__question" id={`${id}-question`}>
        {t('myInfo.deleteAccountQuestion')}
      </p>
      <div>
        <h3 className="account-deletion__heading">{t('myInfo.goes')}</h3>
        <ul className="account-deletion__list">
          {goes.map(thing => (
            <li key={thing}>{t(thing)}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="account-deletion__heading">{t('myInfo.stays')}</h3>
        <ul className="account-deletion__list">
          <li>{t(takesContributions ? 'myInfo.staysNothing' : 'myInfo.staysContributions')}</li>
        </ul>
      </div>
      <Checkbox
        label={t('myInfo.takeContributions')}
        checked={takesContributions}
        onChange={setTakesContributions}
        name="deleteContributions"
      />
      <KnownPasswordField
        ref={field}
        label={t('myInfo.currentPassword')}
        name="deletionPassword"
        value={password}
        onChange={type}
        error={deletion.errorMessage}
      />
      <div className="my-info__buttons">
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" kind="danger" busy={deletion.isBusy}>
          {t('myInfo.deleteAccountNow')}
        </Button>
      </div>
    </form>
  )
}

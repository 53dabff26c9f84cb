import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { KnownPasswordField } from '#client/features/accounts/PasswordFields.tsx'
import { deleteCopiesOf } from '#client/features/documents/documentStore.ts'
import { deletePicturesOf } from '#client/features/notes/attachments/picture.store.ts'
import { clearQuickText } from '#client/features/quickNote/quickNote.text.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { finishSignOut } from '#client/session/session.calls.ts'
import { forgetUser } from '#client/session/session.signOutState.ts'
import { authAtom, runEndingSession } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Message } from '#client/ui/Message.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { deleteAccount } from '#protocol/myInfo.ts'

interface AccountDeletionProps {
  /** Without a password, the step before this screen is the proof. */
  hasPassword: boolean
}

export function AccountDeletion({ hasPassword }: AccountDeletionProps) {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  return (
    <section className="account-deletion">
      <Button
        kind="quiet-danger"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t('myInfo.deleteAccount')}
      </Button>
      {isOpen && (
        <AccountDeletionPanel id={panelId} hasPassword={hasPassword} onCancel={() => setOpen(false)} />
      )}
    </section>
  )
}

const DELETED_ITEMS = [
  'myInfo.goesNotes',
  'myInfo.goesHubs',
  'myInfo.goesPerson',
  'myInfo.goesSessions',
] as const

type PanelProps = AccountDeletionProps & { id: string; onCancel: () => void }

/** Explains what is deleted and what stays, and asks for the password. */
function AccountDeletionPanel({ id, hasPassword, onCancel }: PanelProps) {
  const [password, setPassword] = useState('')
  const [deletesContributions, setDeletesContributions] = useState(false)
  const deletion = useAccountDeletion()
  const panel = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => panel.current?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (deletion.isBusy) return
    await deletion.submitDeletion(hasPassword ? password : undefined, deletesContributions)
    field.current?.focus()
  }

  function handleChange(value: string) {
    setPassword(value)
    deletion.clearError()
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
          {DELETED_ITEMS.map(item => (
            <li key={item}>{t(item)}</li>
          ))}
          {deletesContributions && <li>{t('myInfo.goesContributions')}</li>}
        </ul>
      </div>
      <div>
        <h3 className="account-deletion__heading">{t('myInfo.stays')}</h3>
        <ul className="account-deletion__list">
          {!deletesContributions && <li>{t('myInfo.staysContributions')}</li>}
          <li>{t('myInfo.staysWrittenTogether')}</li>
        </ul>
      </div>
      <Checkbox
        label={t('myInfo.takeContributions')}
        checked={deletesContributions}
        onChange={setDeletesContributions}
        name="deleteContributions"
      />
      {hasPassword ? (
        <KnownPasswordField
          ref={field}
          label={t('myInfo.currentPassword')}
          name="deletionPassword"
          value={password}
          onChange={handleChange}
          error={deletion.errorMessage}
        />
      ) : (
        <Message kind="error">{deletion.errorMessage}</Message>
      )}
      <div className="my-info__buttons">
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" kind="danger" busy={deletion.isBusy}>
          {t('myInfo.deleteAccountNow')}
        </Button>
      </div>
    </form>
  )
}

/** Deletes the account, then all local data of the user. */
function useAccountDeletion() {
  const { userNo } = useAtomValue(authAtom)
  const showToast = useSetAtom(showToastAtom)
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState('')

  async function submitDeletion(password: string | undefined, deleteContributions: boolean): Promise<void> {
    setBusy(true)
    try {
      const reply = await runEndingSession(() =>
        callApi(deleteAccount, { ...(password !== undefined && { password }), deleteContributions }),
      )
      if (reply.success) await clearLocalData()
      else setErrorMessage(reply.message)
    } catch (error) {
      setErrorMessage(failureText(error))
    }
    setBusy(false)
  }

  async function clearLocalData() {
    void navigate(paths.home, { replace: true })
    forgetUser()
    showToast({ text: t('myInfo.accountDeleted') })
    // The server has already ended the session.
    await finishSignOut({ authToken: null, userNo })
    await deleteCopiesOf(userNo)
    await deletePicturesOf(userNo)
    clearQuickText(userNo)
  }

  return { isBusy, errorMessage, submitDeletion, clearError: () => setErrorMessage('') }
}

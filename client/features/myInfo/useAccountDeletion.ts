import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { dropDraftsOf } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { dropCopiesOf } from '#client/features/notes/pictures/picture.copies.ts'
import { forgetQuickText } from '#client/features/notes/quick/quickNote.text.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { forgetAndTell } from '#client/session/session.calls.ts'
import { forgetUser } from '#client/session/session.forget.ts'
import { authAtom, whileLeaving } from '#client/session/session.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { deleteAccount } from '#protocol/myInfo.ts'

/** Deletes the account, and then all that this browser knows of it. */
export function useAccountDeletion() {
  const { userNo } = useAtomValue(authAtom)
  const showToast = useSetAtom(showToastAtom)
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState('')

  async function deleteNow(password: string, deleteContributions: boolean): Promise<void> {
    setBusy(true)
    try {
      const reply = await whileLeaving(() => callApi(deleteAccount, { password, deleteContributions }))
      if (reply.success) await forget()
      else setErrorMessage(reply.message)
    } catch (error) {
      setErrorMessage(failureText(error))
    }
    setBusy(false)
  }

  async function forget() {
    void navigate(paths.home, { replace: true })
    forgetUser()
    showToast({ text: t('myInfo.accountDeleted') })
    // The server has ended the session already.
    await forgetAndTell({ authToken: null, userNo })
    await dropDraftsOf(userNo)
    await dropCopiesOf(userNo)
    forgetQuickText(userNo)
  }

  return { isBusy, errorMessage, deleteNow, touch: () => setErrorMessage('') }
}

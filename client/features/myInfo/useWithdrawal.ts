import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#client/app/paths.ts'
import { dropDraftsOf } from '#client/features/notes/note.drafts.ts'
import { callApi } from '#client/platform/callApi.ts'
import { failureText } from '#client/platform/callFailed.ts'
import { t } from '#client/platform/language.ts'
import { forgetAndTell } from '#client/platform/session.calls.ts'
import { forgetUser } from '#client/platform/session.forget.ts'
import { authAtom, whileLeaving } from '#client/platform/session.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { deleteAccount } from '#protocol/myInfo.ts'

/** Deletes the account, and then all that this browser knows of it. */
export function useWithdrawal() {
  const { userNo } = useAtomValue(authAtom)
  const showToast = useSetAtom(showToastAtom)
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [complaint, setComplaint] = useState('')

  async function withdraw(password: string, deleteContributions: boolean): Promise<void> {
    setBusy(true)
    try {
      const reply = await whileLeaving(() => callApi(deleteAccount, { password, deleteContributions }))
      if (reply.success) await forget()
      else setComplaint(reply.message)
    } catch (error) {
      setComplaint(failureText(error))
    }
    setBusy(false)
  }

  async function forget() {
    void navigate(paths.home, { replace: true })
    forgetUser()
    showToast({ text: t('myInfo.withdrawn') })
    // The server has ended the session already.
    await forgetAndTell({ authToken: null, userNo })
    await dropDraftsOf(userNo)
  }

  return { isBusy, complaint, withdraw, touch: () => setComplaint('') }
}

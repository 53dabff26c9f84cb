import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { useBlocked, useChangeBlock } from './blocking.queries.ts'

interface BlockingOptions {
  onBlocked?: (person: PersonView) => void
}

/** The blocked users, and the one open confirmation of a list. */
export function useBlocking({ onBlocked }: BlockingOptions = {}) {
  const list = useBlocked()
  const [confirmingNo, setConfirmingNo] = useState<number | null>(null)
  const blockMutation = useChangeBlock()
  const showToast = useSetAtom(showToastAtom)
  const isBlocked = (userNo: number) => list.data?.some(person => person.userNo === userNo) ?? false

  return {
    /** Blocked users, the latest first. */
    list,
    isBlocked,
    confirmingNo,
    isBusy: blockMutation.isPending,
    /** Toggles the confirmation for a user. */
    toggleConfirm: (userNo: number) => setConfirmingNo(current => (current === userNo ? null : userNo)),
    cancel: () => setConfirmingNo(null),
    toggleBlock(person: PersonView) {
      const { userNo, userName: name } = person
      const blocks = !isBlocked(userNo)
      blockMutation.mutate(
        { userNo, blocks },
        {
          onSuccess() {
            showToast({ text: t(blocks ? 'blocking.nowBlocked' : 'blocking.nowUnblocked', { name }) })
            if (blocks) onBlocked?.(person)
          },
          onError: error => showToast({ text: failureText(error) }),
          onSettled: () => setConfirmingNo(null),
        },
      )
    },
  }
}
export type Blocking = ReturnType<typeof useBlocking>

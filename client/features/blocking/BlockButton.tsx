import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { useBlocked, useChangeBlock } from './blocking.queries.ts'
import './blocking.css'

interface BlockButtonProps {
  person: PersonView
  blocking: Blocking
}

/** Blocks or unblocks a user. Render a `BlockConfirm` nearby: it shows the question. */
export function BlockButton({ person: { userNo, userName: name }, blocking }: BlockButtonProps) {
  if (blocking.list.isPending) return null
  const isBlocked = blocking.isBlocked(userNo)
  return (
    <Button
      kind="quiet"
      className="block-button"
      aria-expanded={blocking.confirmingNo === userNo}
      aria-label={t(isBlocked ? 'blocking.unblockName' : 'blocking.blockName', { name })}
      onClick={() => blocking.toggleConfirm(userNo)}
    >
      {t(isBlocked ? 'blocking.unblock' : 'blocking.block')}
    </Button>
  )
}

interface BlockConfirmProps {
  person: PersonView
  blocking: Blocking
}

/** The confirmation for this user, while it is open. */
export function BlockConfirm({ person, blocking }: BlockConfirmProps) {
  const { userNo, userName: name } = person
  if (blocking.confirmingNo !== userNo) return null
  const isBlocked = blocking.isBlocked(userNo)
  return (
    <Confirm
      question={t(isBlocked ? 'blocking.unblockAsk' : 'blocking.ask', { name })}
      detail={<p>{t(isBlocked ? 'blocking.unblockAskDetail' : 'blocking.askDetail')}</p>}
      confirmLabel={t(isBlocked ? 'blocking.unblock' : 'blocking.block')}
      kind={isBlocked ? 'primary' : 'danger'}
      busy={blocking.isBusy}
      onConfirm={() => blocking.toggleBlock(person)}
      onCancel={blocking.cancel}
    />
  )
}

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
type Blocking = ReturnType<typeof useBlocking>

/** The mark beside the name of a blocked user. Only the viewer who blocked them sees it. */
export function BlockedMark() {
  return <span className="blocked-mark">{t('blocking.blocked')}</span>
}

import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { Blocking } from './useBlocking.ts'
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

import { t } from '#client/platform/language/language.ts'
import { Confirm } from '#client/ui/Confirm.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { Blocking } from './useBlocking.ts'

interface BlockQuestionProps {
  person: PersonView
  blocking: Blocking
}

/** Asks, while it is this person that is asked about, and says what it brings about. */
export function BlockQuestion({ person, blocking }: BlockQuestionProps) {
  const { userNo, userName: name } = person
  if (blocking.askedNo !== userNo) return null
  const isBlocked = blocking.isBlocked(userNo)
  return (
    <Confirm
      question={t(isBlocked ? 'blocking.unblockAsk' : 'blocking.ask', { name })}
      detail={<p>{t(isBlocked ? 'blocking.unblockAskDetail' : 'blocking.askDetail')}</p>}
      confirmLabel={t(isBlocked ? 'blocking.unblock' : 'blocking.block')}
      kind={isBlocked ? 'primary' : 'danger'}
      busy={blocking.isBusy}
      onConfirm={() => blocking.change(person)}
      onCancel={blocking.cancel}
    />
  )
}

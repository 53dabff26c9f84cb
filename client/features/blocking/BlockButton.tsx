import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { Blocking } from './useBlocking.ts'
import './blocking.css'

interface BlockButtonProps {
  person: PersonView
  blocking: Blocking
}

/** Blocks somebody, or undoes it. Put a BlockQuestion near it: it asks before. */
export function BlockButton({ person: { userNo, userName: name }, blocking }: BlockButtonProps) {
  if (blocking.list.isPending) return null
  const isBlocked = blocking.isBlocked(userNo)
  return (
    <Button
      kind="quiet"
      className="block-button"
      aria-expanded={blocking.askedNo === userNo}
      aria-label={t(isBlocked ? 'blocking.unblockName' : 'blocking.blockName', { name })}
      onClick={() => blocking.ask(userNo)}
    >
      {t(isBlocked ? 'blocking.unblock' : 'blocking.block')}
    </Button>
  )
}

import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import type { ParticipantView } from '#protocol/hubs.ts'
import type { MemberRemoval } from './useMemberRemoval.ts'

interface RemoveMemberProps {
  person: ParticipantView
  removal: MemberRemoval
}

/** For who came by a link lately. Put an ExpelQuestion near it: it asks before. */
export function RemoveMemberButton({ person, removal }: RemoveMemberProps) {
  const { userNo, userName: name } = person
  if (!removal.canRemove(person)) return null
  return (
    <Button
      kind="quiet-danger"
      className="block-button"
      aria-expanded={removal.askedNo === userNo}
      aria-label={t('invitations.removeMemberName', { name })}
      onClick={() => removal.ask(userNo)}
    >
      {t('invitations.removeMember')}
    </Button>
  )
}

import { t } from '#client/platform/language/language.ts'
import { Confirm } from '#client/ui/Confirm.tsx'
import type { ParticipantView } from '#protocol/hubs.ts'
import type { MemberRemoval } from './useMemberRemoval.ts'

interface RemoveMemberDialogProps {
  person: ParticipantView
  removal: MemberRemoval
}

/** Asks, while it is this person that is asked about, and says what it brings about. */
export function RemoveMemberDialog({ person, removal }: RemoveMemberDialogProps) {
  const { userNo, userName: name } = person
  if (removal.askedNo !== userNo) return null
  return (
    <Confirm
      question={t('invitations.removeMemberAsk', { name })}
      detail={<p>{t('invitations.removeMemberDetail')}</p>}
      confirmLabel={t('invitations.removeMember')}
      busy={removal.isBusy}
      onConfirm={() => removal.removeMember(userNo)}
      onCancel={removal.cancel}
    />
  )
}

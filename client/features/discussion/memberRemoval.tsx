import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useRemoveMember } from '#client/features/invitations/invitations.queries.ts'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Confirm } from '#client/ui/Confirm.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { ParticipantView } from '#protocol/hubs.ts'

interface RemoveMemberConfirmProps {
  person: ParticipantView
  removal: MemberRemoval
}

/** Asks before a member is removed. */
export function RemoveMemberConfirm({ person, removal }: RemoveMemberConfirmProps) {
  const { userNo, userName: name } = person
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

interface MemberRemovalOptions {
  hubNo: number
  /** In the order of joining. */
  members: readonly ParticipantView[]
  myNo: number
}

/**
 * Removes members who recently joined by a link, after a confirmation. The hub event reports the result.
 */
export function useMemberRemoval({ hubNo, members, myNo }: MemberRemovalOptions) {
  const [confirmingNo, setConfirmingNo] = useState<number | null>(null)
  const removal = useRemoveMember(hubNo)
  const showToast = useSetAtom(showToastAtom)
  return {
    confirmingNo,
    isBusy: removal.isPending,
    /** Members who joined before the viewer cannot be removed. */
    canRemove: ({ userNo, removableUntil }: ParticipantView) =>
      removableUntil !== undefined &&
      Date.now() < Date.parse(removableUntil) &&
      members.findIndex(member => member.userNo === myNo) <
        members.findIndex(member => member.userNo === userNo),
    /** Toggles the confirmation for a member. */
    toggleConfirm: (userNo: number) => setConfirmingNo(current => (current === userNo ? null : userNo)),
    cancel: () => setConfirmingNo(null),
    removeMember(userNo: number) {
      removal.mutate(userNo, {
        onSuccess: reply => reply.success || showToast({ text: reply.message }),
        // If somebody else has removed the member just now, the hub event reports it.
        onError: error => isNotFound(error) || showToast({ text: failureText(error) }),
        onSettled: () => setConfirmingNo(null),
      })
    },
  }
}

type MemberRemoval = ReturnType<typeof useMemberRemoval>

import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { ParticipantView } from '#protocol/hubs.ts'
import { useRemoveMember } from './invitations.queries.ts'

interface RemoveMemberProps {
  person: ParticipantView
  removal: MemberRemoval
}

/**
 * The button for members who recently joined by a link. Render a `RemoveMemberDialog` nearby: it shows the
 * question.
 */
export function RemoveMemberButton({ person, removal }: RemoveMemberProps) {
  const { userNo, userName: name } = person
  if (!removal.canRemove(person)) return null
  return (
    <Button
      kind="quiet-danger"
      className="block-button"
      aria-expanded={removal.confirmingNo === userNo}
      aria-label={t('invitations.removeMemberName', { name })}
      onClick={() => removal.toggleConfirm(userNo)}
    >
      {t('invitations.removeMember')}
    </Button>
  )
}

interface RemoveMemberDialogProps {
  person: ParticipantView
  removal: MemberRemoval
}

/** The confirmation for this member, while it is open. */
export function RemoveMemberDialog({ person, removal }: RemoveMemberDialogProps) {
  const { userNo, userName: name } = person
  if (removal.confirmingNo !== userNo) return null
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

/** The confirmation and the request to remove a member. The hub event reports the result. */
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

import { useSetAtom } from 'jotai'
import { useState } from 'react'
import {
  BlockButton,
  BlockConfirm,
  BlockedMark,
  useBlocking,
} from '#client/features/blocking/BlockButton.tsx'
import { LeaveRoom } from '#client/features/hubs/LeaveRoom.tsx'
import { ReportButton } from '#client/features/reports/ReportDialog.tsx'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { ParticipantView } from '#protocol/hubs.ts'
import { useRemoveMember } from '../invitations/invitations.queries.ts'
import { MemberList } from './MemberList.tsx'

interface RoomMembersProps {
  hubNo: number
  members: ParticipantView[]
  present: ReadonlySet<number>
  myNo: number
}

/** The members of a room with the actions on each, and the button that leaves the room. */
export function RoomMembers({ hubNo, members, present, myNo }: RoomMembersProps) {
  const blocking = useBlocking()
  const removal = useMemberRemoval({ hubNo, members, myNo })
  return (
    <>
      <MemberList
        members={members}
        present={present}
        myNo={myNo}
        markOf={({ userNo }) => blocking.isBlocked(userNo) && <BlockedMark />}
        actionFor={person => (
          <span className="member-list__actions">
            <RemoveMemberButton person={person} removal={removal} />
            <ReportButton subject={{ kind: 'person', hubNo, person }} />
            <BlockButton person={person} blocking={blocking} />
          </span>
        )}
        questionFor={person => (
          <>
            <RemoveMemberDialog person={person} removal={removal} />
            <BlockConfirm person={person} blocking={blocking} />
          </>
        )}
        confirmingNos={[removal.confirmingNo, blocking.confirmingNo]}
      >
        <LeaveRoom hubNo={hubNo} />
      </MemberList>
      {members.some(({ userNo }) => blocking.isBlocked(userNo)) && (
        <p className="discussion__blocked">{t('blocking.inRoom')}</p>
      )}
    </>
  )
}

interface RemoveMemberProps {
  person: ParticipantView
  removal: MemberRemoval
}

/**
 * The button for members who recently joined by a link. Render a `RemoveMemberDialog` nearby: it shows the
 * question.
 */
function RemoveMemberButton({ person, removal }: RemoveMemberProps) {
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
function RemoveMemberDialog({ person, removal }: RemoveMemberDialogProps) {
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
function useMemberRemoval({ hubNo, members, myNo }: MemberRemovalOptions) {
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

import { BlockButton, BlockConfirm } from '#client/features/blocking/BlockButton.tsx'
import { BlockedMark } from '#client/features/blocking/BlockedMark.tsx'
import { useBlocking } from '#client/features/blocking/useBlocking.ts'
import { LeaveRoom } from '#client/features/hubs/LeaveRoom.tsx'
import {
  RemoveMemberButton,
  RemoveMemberDialog,
  useMemberRemoval,
} from '#client/features/invitations/MemberRemoval.tsx'
import { ReportButton } from '#client/features/reports/ReportButton.tsx'
import { t } from '#client/platform/language/language.ts'
import type { ParticipantView } from '#protocol/hubs.ts'
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

import { BlockButton } from '#client/features/blocking/BlockButton.tsx'
import { BlockedMark } from '#client/features/blocking/BlockedMark.tsx'
import { BlockQuestion } from '#client/features/blocking/BlockQuestion.tsx'
import { useBlocking } from '#client/features/blocking/useBlocking.ts'
import { LeaveRoom } from '#client/features/hubs/LeaveRoom.tsx'
import { RemoveMemberButton } from '#client/features/invitations/RemoveMemberButton.tsx'
import { RemoveMemberDialog } from '#client/features/invitations/RemoveMemberDialog.tsx'
import { useMemberRemoval } from '#client/features/invitations/useMemberRemoval.ts'
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

/** Who is in the room, what one may do about each of the others, and the way out of it. */
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
            <BlockQuestion person={person} blocking={blocking} />
          </>
        )}
        askedNos={[removal.askedNo, blocking.askedNo]}
      >
        <LeaveRoom hubNo={hubNo} />
      </MemberList>
      {members.some(({ userNo }) => blocking.isBlocked(userNo)) && (
        <p className="discussion__blocked">{t('blocking.inRoom')}</p>
      )}
    </>
  )
}

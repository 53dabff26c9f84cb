import { BlockButton } from '#client/features/blocking/BlockButton.tsx'
import { BlockedMark } from '#client/features/blocking/BlockedMark.tsx'
import { BlockQuestion } from '#client/features/blocking/BlockQuestion.tsx'
import { useBlocking } from '#client/features/blocking/useBlocking.ts'
import { t } from '#client/platform/language/language.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { MemberList } from './MemberList.tsx'

interface RoomMembersProps {
  members: PersonView[]
  present: ReadonlySet<number>
  myNo: number
}

/** Who is in the room, and what one may do about each of the others. */
export function RoomMembers({ members, present, myNo }: RoomMembersProps) {
  const blocking = useBlocking()
  return (
    <>
      <MemberList
        members={members}
        present={present}
        myNo={myNo}
        markOf={({ userNo }) => blocking.isBlocked(userNo) && <BlockedMark />}
        actionFor={person => <BlockButton person={person} blocking={blocking} />}
        questionFor={person => <BlockQuestion person={person} blocking={blocking} />}
        askedNo={blocking.askedNo}
      />
      {members.some(({ userNo }) => blocking.isBlocked(userNo)) && (
        <p className="discussion__blocked">{t('blocking.inRoom')}</p>
      )}
    </>
  )
}

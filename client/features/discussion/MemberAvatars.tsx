import { Avatar } from '#client/ui/Avatar.tsx'
import { DecorativeText } from '#client/ui/DecorativeText.tsx'
import type { PersonView } from '#protocol/accounts.ts'

interface MemberAvatarsProps {
  members: readonly PersonView[]
  /** User numbers of the members who are here now. */
  present: ReadonlySet<number>
  myNo: number
}

/** Some members of a room. Hidden from screen readers, because the list beside it has all names. */
export function MemberAvatars({ members, present, myNo }: MemberAvatarsProps) {
  const { shown, hiddenCount } = pickVisibleMembers(members, present, myNo)
  return (
    <span className="member-avatars" aria-hidden="true">
      {shown.map(member => (
        <MemberAvatar key={member.userNo} member={member} isHere={present.has(member.userNo)} />
      ))}
      {hiddenCount > 0 && (
        <span className="member-avatars__more">
          <DecorativeText words={`+${hiddenCount}`} />
        </span>
      )}
    </span>
  )
}

/** Marked if the member is here. */
export function MemberAvatar({ member, isHere }: { member: PersonView; isHere: boolean }) {
  const { userNo, userName, profPic } = member
  return (
    <span className={`member-avatar ${isHere ? 'member-avatar--present' : ''}`} title={userName}>
      <Avatar size="grouped" person={{ userNo, name: userName, picture: profPic || null }} />
    </span>
  )
}

const MEMBER_AVATARS_MAX = 5

/** Present members come first, the user last among them, then the others in the order of joining. */
export function pickVisibleMembers<Member extends Pick<PersonView, 'userNo'>>(
  members: readonly Member[],
  present: ReadonlySet<number>,
  myNo: number,
): { shown: Member[]; hiddenCount: number } {
  const rank = ({ userNo }: Member) => (present.has(userNo) ? 0 : 2) + (userNo === myNo ? 1 : 0)
  const sorted = members.toSorted((a, b) => rank(a) - rank(b))
  // One more avatar takes no more space than "+1".
  const count = members.length === MEMBER_AVATARS_MAX + 1 ? members.length : MEMBER_AVATARS_MAX
  return { shown: sorted.slice(0, count), hiddenCount: Math.max(0, members.length - count) }
}

import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Card } from '#client/ui/Card.tsx'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { ParticipantView } from '#protocol/hubs.ts'
import './members.css'

interface MemberListProps {
  members: ParticipantView[]
  /** User numbers of the members who have this discussion open in a visible tab. */
  present: ReadonlySet<number>
  myNo: number
}

/** The members of a room in a collapsible panel. */
export function MemberList({ members, present, myNo }: MemberListProps) {
  return (
    <Card padded={false}>
      <Disclosure
        summary={
          <span className="member-summary">
            <span>{membersText(members, present)}</span>
            <MemberAvatars members={members} present={present} myNo={myNo} max={MEMBER_AVATARS_MAX} />
          </span>
        }
      >
        <MemberRows members={members} present={present} myNo={myNo} />
      </Disclosure>
    </Card>
  )
}

/** '이 방의 친구 (3) · 지금 2명' */
export function membersText(members: readonly PersonView[], present: ReadonlySet<number>): string {
  const count = members.length
  const here = members.filter(({ userNo }) => present.has(userNo)).length
  return here > 0 ? t('discussion.membersHere', { count, here }) : t('discussion.members', { count })
}

interface MemberRowsProps extends MemberListProps {
  /** Badge beside the name of another member. */
  markOf?: (member: ParticipantView) => ReactNode
  /** Actions on another member. */
  actionFor?: (member: ParticipantView) => ReactNode
  /** Open confirmation for a member. */
  questionFor?: (member: ParticipantView) => ReactNode
}

/** A row for each member. */
export function MemberRows({ members, present, myNo, markOf, actionFor, questionFor }: MemberRowsProps) {
  return (
    <ul className="member-list">
      {members.map(member => (
        <li key={member.userNo} className="member-list__member">
          <MemberAvatar member={member} isHere={present.has(member.userNo)} />
          <span className="member-list__name">
            <bdi className="member-list__user">{member.userName}</bdi>{' '}
            {member.userNo === myNo ? <MeBadge /> : markOf?.(member)}
            {present.has(member.userNo) && (
              <span className="member-list__present">{t('discussion.isHere')}</span>
            )}
          </span>
          {member.userNo !== myNo && actionFor?.(member)}
          {questionFor?.(member)}
        </li>
      ))}
    </ul>
  )
}

interface MemberAvatarsProps {
  members: readonly PersonView[]
  /** User numbers of the members who are here now. */
  present: ReadonlySet<number>
  myNo: number
  /** The number of avatars. */
  max: number
}

/** Some members of a room. Hidden from screen readers, because the list beside it has all names. */
export function MemberAvatars({ members, present, myNo, max }: MemberAvatarsProps) {
  const { shown, hiddenCount } = pickVisibleMembers(members, present, { myNo, max })
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
function MemberAvatar({ member, isHere }: { member: PersonView; isHere: boolean }) {
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
  { myNo, max }: { myNo: number; max: number },
): { shown: Member[]; hiddenCount: number } {
  const rank = ({ userNo }: Member) => (present.has(userNo) ? 0 : 2) + (userNo === myNo ? 1 : 0)
  const sorted = members.toSorted((a, b) => rank(a) - rank(b))
  // One more avatar takes no more space than "+1".
  const count = members.length === max + 1 ? members.length : max
  return { shown: sorted.slice(0, count), hiddenCount: Math.max(0, members.length - count) }
}

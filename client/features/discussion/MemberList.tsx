import { t } from '#client/platform/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import type { PersonView } from '#protocol/accounts.ts'

interface MemberListProps {
  members: PersonView[]
  /** Who has this discussion open in a visible tab now, by user number. */
  lookers: ReadonlySet<number>
  myNo: number
}

export function MemberList({ members, lookers, myNo }: MemberListProps) {
  const here = members.filter(({ userNo }) => lookers.has(userNo)).length
  const count = members.length
  return (
    <Card padded={false}>
      <Disclosure
        summary={here > 0 ? t('discussion.membersHere', { count, here }) : t('discussion.members', { count })}
      >
        <ul className="member-list">
          {members.map(({ userNo, userName, profPic }) => (
            <li className="member-list__member" key={userNo}>
              <span className={`member-list__face ${lookers.has(userNo) ? 'member-list__face--here' : ''}`}>
                <Avatar size="grouped" person={{ userNo, name: userName, picture: profPic || null }} />
              </span>
              <span className="member-list__name">
                {userName} {userNo === myNo && <MeBadge />}
                {lookers.has(userNo) && <span className="member-list__here">{t('discussion.isHere')}</span>}
              </span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </Card>
  )
}

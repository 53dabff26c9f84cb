import { t } from '#client/platform/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import type { PersonView } from '#protocol/accounts.ts'

interface MemberListProps {
  members: PersonView[]
  myNo: number
}

export function MemberList({ members, myNo }: MemberListProps) {
  return (
    <Card padded={false}>
      <Disclosure summary={t('discussion.members', { count: members.length })}>
        <ul className="member-list">
          {members.map(({ userNo, userName, profPic }) => (
            <li className="member-list__member" key={userNo}>
              <Avatar size="grouped" person={{ userNo, name: userName, picture: profPic || null }} />
              <span className="member-list__name">{userName}</span>
              {userNo === myNo && <MeBadge />}
            </li>
          ))}
        </ul>
      </Disclosure>
    </Card>
  )
}

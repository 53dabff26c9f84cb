import { Fragment, type ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import type { ParticipantView } from '#protocol/hubs.ts'
import { MemberAvatar, MemberAvatars } from './MemberAvatars.tsx'
import './memberList.css'

interface MemberListProps {
  members: ParticipantView[]
  /** User numbers of the members who have this discussion open in a visible tab. */
  present: ReadonlySet<number>
  myNo: number
  /** Badge beside the name of another member. */
  markOf?: (member: ParticipantView) => ReactNode
  /** Actions on another member. */
  actionFor?: (member: ParticipantView) => ReactNode
  /** Members with an open confirmation, and its content. */
  confirmingNos?: readonly (number | null)[]
  questionFor?: (member: ParticipantView) => ReactNode
  /** Shown below the list. */
  children?: ReactNode
}

export function MemberList({ members, present, myNo, ...others }: MemberListProps) {
  const { markOf, actionFor, confirmingNos, questionFor, children } = others
  const presentCount = members.filter(({ userNo }) => present.has(userNo)).length
  const count = members.length
  return (
    <Card padded={false}>
      <Disclosure
        summary={
          <span className="member-summary">
            <span>
              {presentCount > 0
                ? t('discussion.membersHere', { count, here: presentCount })
                : t('discussion.members', { count })}
            </span>
            <MemberAvatars members={members} present={present} myNo={myNo} />
          </span>
        }
      >
        <ul className="member-list">
          {members.map(member => (
            <Fragment key={member.userNo}>
              <li className="member-list__member">
                <MemberAvatar member={member} isHere={present.has(member.userNo)} />
                <span className="member-list__name">
                  <bdi>{member.userName}</bdi> {member.userNo === myNo ? <MeBadge /> : markOf?.(member)}
                  {present.has(member.userNo) && (
                    <span className="member-list__present">{t('discussion.isHere')}</span>
                  )}
                </span>
                {member.userNo !== myNo && actionFor?.(member)}
              </li>
              {confirmingNos?.includes(member.userNo) && (
                <li className="member-list__question">{questionFor?.(member)}</li>
              )}
            </Fragment>
          ))}
        </ul>
        {children}
      </Disclosure>
    </Card>
  )
}

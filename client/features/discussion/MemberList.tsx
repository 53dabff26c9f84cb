import { Fragment, type ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import type { ParticipantView } from '#protocol/hubs.ts'
import { MemberFace, MemberFaces } from './MemberFaces.tsx'
import './memberList.css'

interface MemberListProps {
  members: ParticipantView[]
  /** Who has this discussion open in a visible tab now, by user number. */
  present: ReadonlySet<number>
  myNo: number
  /** What is said of one of the others beside their name. */
  markOf?: (member: ParticipantView) => ReactNode
  /** What can be done about one of the others. */
  actionFor?: (member: ParticipantView) => ReactNode
  /** The members about whom something is asked before, if any, and what is asked then. */
  askedNos?: readonly (number | null)[]
  questionFor?: (member: ParticipantView) => ReactNode
  /** What stands below all of them. */
  children?: ReactNode
}

export function MemberList({ members, present, myNo, ...others }: MemberListProps) {
  const { markOf, actionFor, askedNos, questionFor, children } = others
  const here = members.filter(({ userNo }) => present.has(userNo)).length
  const count = members.length
  return (
    <Card padded={false}>
      <Disclosure
        summary={
          <span className="member-summary">
            <span>
              {here > 0 ? t('discussion.membersHere', { count, here }) : t('discussion.members', { count })}
            </span>
            <MemberFaces members={members} present={present} myNo={myNo} />
          </span>
        }
      >
        <ul className="member-list">
          {members.map(member => (
            <Fragment key={member.userNo}>
              <li className="member-list__member">
                <MemberFace member={member} isHere={present.has(member.userNo)} />
                <span className="member-list__name">
                  <bdi>{member.userName}</bdi> {member.userNo === myNo ? <MeBadge /> : markOf?.(member)}
                  {present.has(member.userNo) && (
                    <span className="member-list__here">{t('discussion.isHere')}</span>
                  )}
                </span>
                {member.userNo !== myNo && actionFor?.(member)}
              </li>
              {askedNos?.includes(member.userNo) && (
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

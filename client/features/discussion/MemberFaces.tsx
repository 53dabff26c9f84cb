import { Avatar } from '#client/ui/Avatar.tsx'
import { DecorativeText } from '#client/ui/DecorativeText.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { facesOf } from './memberFaces.rules.ts'

interface MemberFacesProps {
  members: readonly PersonView[]
  /** Who is here now, by user number. */
  present: ReadonlySet<number>
  myNo: number
}

/** Some members of a room by their faces, for the eye only: the list that they stand beside has all of them by name. */
export function MemberFaces({ members, present, myNo }: MemberFacesProps) {
  const { shown, hiddenCount } = facesOf(members, present, myNo)
  return (
    <span className="member-faces" aria-hidden="true">
      {shown.map(member => (
        <MemberFace key={member.userNo} member={member} isHere={present.has(member.userNo)} />
      ))}
      {hiddenCount > 0 && (
        <span className="member-faces__more">
          <DecorativeText words={`+${hiddenCount}`} />
        </span>
      )}
    </span>
  )
}

/** With a mark when they are here. */
export function MemberFace({ member, isHere }: { member: PersonView; isHere: boolean }) {
  const { userNo, userName, profPic } = member
  return (
    <span className={`member-face ${isHere ? 'member-face--here' : ''}`} title={userName}>
      <Avatar size="grouped" person={{ userNo, name: userName, picture: profPic || null }} />
    </span>
  )
}

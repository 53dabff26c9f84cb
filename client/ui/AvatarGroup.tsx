import { AVATARS_SHOWN } from '#protocol/limits.ts'
import { Avatar, type Person } from './Avatar.tsx'

/** Up to three faces and how many more there are; one alone is drawn larger. */
export function AvatarGroup({ people }: { people: Person[] }) {
  const [first, ...others] = people
  if (first && others.length === 0) return <Avatar person={first} />
  const hidden = people.length - AVATARS_SHOWN
  return (
    <span className="avatar-group" aria-hidden="true">
      {people.slice(0, AVATARS_SHOWN).map(person => (
        <Avatar key={person.userNo} person={person} size="grouped" />
      ))}
      {hidden > 0 && <span className="avatar avatar--grouped avatar-group__more">+{hidden}</span>}
    </span>
  )
}

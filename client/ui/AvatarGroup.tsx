import { AVATARS_SHOWN } from '#protocol/limits.ts'
import { Avatar, type Person } from './Avatar.tsx'

/** Up to three faces, one alone larger. How many more there are is said once, by the names beside them. */
export function AvatarGroup({ people }: { people: Person[] }) {
  const [first, ...others] = people
  if (first && others.length === 0) return <Avatar person={first} />
  return (
    <span className="avatar-group" aria-hidden="true">
      {people.slice(0, AVATARS_SHOWN).map(person => (
        <Avatar key={person.userNo} person={person} size="grouped" />
      ))}
    </span>
  )
}

import type { Person } from '#client/ui/Avatar.tsx'
import type { SampleRoom } from './content/types.ts'

/** The picture of the visitor. All friends have generated avatars. */
export const MY_PICTURE = '/lookaround-me.svg'

/** Avatars per room. */
const FACES_SHOWN = 2

export function roomAvatars({ people }: SampleRoom): Person[] {
  return people.slice(0, FACES_SHOWN).map(person => ({ ...person, picture: null }))
}

/** '정민호', or '박서준 +' for a room of several. */
export function roomLabel({ people }: SampleRoom): string {
  const [firstName, ...otherNames] = people.map(({ name }) => name)
  return otherNames.length > 0 ? `${firstName} +` : `${firstName}`
}

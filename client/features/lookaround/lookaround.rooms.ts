import type { Person } from '#client/ui/Avatar.tsx'
import type { SampleRoom } from './content/types.ts'

/** The one fixed picture of the lookaround: everybody else there has a drawn one. */
export const MY_PICTURE = '/lookaround-me.svg'

/** Two faces stand for a room of several. */
const FACES_SHOWN = 2

export function facesOf({ people }: SampleRoom): Person[] {
  return people.slice(0, FACES_SHOWN).map(person => ({ ...person, picture: null }))
}

/** '정민호', or '박서준 +' for a room of several. */
export function nameOf({ people }: SampleRoom): string {
  const [first, ...others] = people.map(({ name }) => name)
  return others.length > 0 ? `${first} +` : `${first}`
}

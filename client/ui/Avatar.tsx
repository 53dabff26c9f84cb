import type { CSSProperties } from 'react'
import { usePicture } from '#client/platform/browser/usePicture.ts'
import { AVATARS_SHOWN } from '#protocol/limits.ts'
import { toNfc } from '#protocol/normalization.ts'
import './Avatar.css'

export interface Person {
  userNo: number
  name: string
  /** The URL of the profile picture. Without one, or if it fails to load, a default is rendered. */
  picture: string | null
}

interface AvatarProps {
  person: Person
  /** `single` is 40 px, from 768 px on 64; `grouped` is 32 and 50. */
  size?: 'single' | 'grouped'
  className?: string
}

/** A profile picture. It is decorative: the name is always beside it. */
export function Avatar({ person, size = 'single', className: own = '' }: AvatarProps) {
  const { hasFailed, image } = usePicture(person.picture)
  // `notranslate` keeps the browser from translating the letter.
  const className = `avatar avatar--${size} notranslate ${own}`
  if (person.picture && !hasFailed)
    return <img className={className} src={person.picture} alt="" decoding="async" {...image} />
  const hue = { '--hue': hueOf(person.userNo) } as CSSProperties
  return (
    <svg className={className} style={hue} viewBox="0 0 100 100" aria-hidden="true">
      <rect className="avatar__background" width="100" height="100" />
      <text className="avatar__initial" x="50" y="51">
        {firstCharacter(person.name)}
      </text>
    </svg>
  )
}

function firstCharacter(name: string): string {
  return ([...toNfc(name.trim())][0] ?? '').toUpperCase()
}

/** In degrees. It places consecutive user numbers far apart on the colour circle. */
const GOLDEN_ANGLE = 137.508

/** The hue of a user's default picture, in whole degrees from 0 to 359. */
export function hueOf(userNo: number): number {
  return Math.floor((userNo * GOLDEN_ANGLE) % 360)
}

/** Up to three profile pictures; a single one is larger. The names beside them tell how many more there are. */
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

import type { CSSProperties } from 'react'
import { usePicture } from '#client/platform/browser/usePicture.ts'
import { toNfc } from '#protocol/normalization.ts'
import { hueOf } from './hue.ts'
import './Avatar.css'

export interface Person {
  userNo: number
  name: string
  /** The address of the profile picture; without one, or where it can't be loaded, a default is drawn. */
  picture: string | null
}

interface AvatarProps {
  person: Person
  /** `single` is 40 px, from 768 px on 64; `grouped` is 32 and 50. */
  size?: 'single' | 'grouped'
  className?: string
}

/** A face, for the eye only: the name always stands beside it. */
export function Avatar({ person, size = 'single', className: own = '' }: AvatarProps) {
  const { hasFailed, image } = usePicture(person.picture)
  // Its letter is not to be translated.
  const className = `avatar avatar--${size} notranslate ${own}`
  if (person.picture && !hasFailed)
    return <img className={className} src={person.picture} alt="" decoding="async" {...image} />
  const hue = { '--hue': hueOf(person.userNo) } as CSSProperties
  return (
    <svg className={className} style={hue} viewBox="0 0 100 100" aria-hidden="true">
      <rect className="avatar__ground" width="100" height="100" />
      <text className="avatar__name" x="50" y="51">
        {firstCharacter(person.name)}
      </text>
    </svg>
  )
}

function firstCharacter(name: string): string {
  return ([...toNfc(name.trim())][0] ?? '').toUpperCase()
}

import { Fragment, type ReactNode, use } from 'react'
import { useAllowedHosts } from './picture.consent.ts'
import { IsAuthor } from './picture.place.ts'
import { pictureOrigin } from './picture.policy.ts'
import type { WrittenPicture } from './picture.rules.ts'
import { ShowPictures } from './ShowPictures.tsx'

interface PictureHolderProps {
  pictures: readonly WrittenPicture[]
  /** A link or a label, in which HTML allows no button. */
  children: ReactNode
}

/** Puts the buttons for the pictures in it behind what may hold none. */
export function PictureHolder({ pictures, children }: PictureHolderProps) {
  const allowed = useAllowedHosts()
  const isOwnText = use(IsAuthor)
  const altsByHost = foreignOf(pictures)
  if (isOwnText || altsByHost.size === 0) return children
  const asked = [...altsByHost].filter(([host]) => !allowed.includes(host))
  return (
    <span className="md-picture-place" tabIndex={-1}>
      {children}
      {asked.map(([host, alts]) => (
        <Fragment key={host}>
          {' '}
          <ShowPictures host={host} alt={alts.join(', ')} />
        </Fragment>
      ))}
    </span>
  )
}

/** What the pictures of each other site show. */
function foreignOf(pictures: readonly WrittenPicture[]): Map<string, string[]> {
  const altsByHost = new Map<string, string[]>()
  for (const { src, alt } of pictures) {
    const origin = pictureOrigin(src)
    if (origin.kind !== 'foreign') continue
    const alts = altsByHost.get(origin.host) ?? []
    altsByHost.set(origin.host, alt === '' ? alts : [...alts, alt])
  }
  return altsByHost
}

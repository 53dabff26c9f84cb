import type { ReactNode } from 'react'
import { leavesTheSite } from './address.policy.ts'
import { PictureHolder } from './PictureHolder.tsx'
import { WithinHolder } from './picture.place.ts'
import type { WrittenPicture } from './picture.rules.ts'

interface NoteLinkProps {
  href: string
  title?: string | undefined
  /** Those in it. */
  pictures?: readonly WrittenPicture[]
  children?: ReactNode
}

/** A link of a note: one that leaves the site opens a tab of its own and hands nothing over. */
export function NoteLink({ href, title, pictures = [], children }: NoteLinkProps) {
  const elsewhere = leavesTheSite(href) ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {}
  const link = (
    <a href={href} title={title} {...elsewhere}>
      <WithinHolder value={true}>{children}</WithinHolder>
    </a>
  )
  return pictures.length === 0 ? link : <PictureHolder pictures={pictures}>{link}</PictureHolder>
}

import { type MouseEvent, type ReactNode, use } from 'react'
import { leadTo } from '#client/platform/browser/leadTo.ts'
import { isPlainPress } from '#client/platform/browser/press.ts'
import { leavesTheSite, screenPath } from './address.policy.ts'
import { IsArticle, OpenInApp, TextId } from './markdown.place.ts'
import { PictureHolder } from './PictureHolder.tsx'
import { WithinHolder } from './picture.place.ts'
import type { WrittenPicture } from './picture.rules.ts'

interface NoteLinkProps {
  href: string
  /** The id of the heading of the same note to which it leads. */
  headingId?: string | undefined
  title?: string | undefined
  /** Those in it. */
  pictures?: readonly WrittenPicture[]
  children?: ReactNode
}

/** A link of a note: one that leaves the site opens a tab of its own and hands nothing over. */
export function NoteLink({ href, headingId, title, pictures = [], children }: NoteLinkProps) {
  const content = <WithinHolder value={true}>{children}</WithinHolder>
  const elsewhere = leavesTheSite(href) ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {}
  const path = screenPath(href)
  const openInApp = use(OpenInApp)

  function open(event: MouseEvent<HTMLAnchorElement>) {
    if (path === null || openInApp === null || !isPlainPress(event)) return
    event.preventDefault()
    openInApp(path, event.currentTarget)
  }

  const link =
    headingId === undefined ? (
      <a href={href} title={title} onClick={open} {...elsewhere}>
        {content}
      </a>
    ) : (
      <HeadingReference id={headingId} title={title}>
        {content}
      </HeadingReference>
    )
  return pictures.length === 0 ? link : <PictureHolder pictures={pictures}>{link}</PictureHolder>
}

interface HeadingReferenceProps {
  id: string
  title: string | undefined
  children: ReactNode
}

/** Leads to a heading of the same note: by the address in the article of a screen, so that Back returns, else within the text alone. */
function HeadingReference({ id, title, children }: HeadingReferenceProps) {
  const isArticle = use(IsArticle)
  const openInApp = use(OpenInApp)
  const place = usePlaceOf(id)

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainPress(event)) return
    if (isArticle && openInApp === null) return
    event.preventDefault()
    if (isArticle) openInApp?.(`#${id}`, event.currentTarget)
    else leadTo(place)
  }

  return (
    <a href={`#${place}`} title={title} onClick={follow}>
      {children}
    </a>
  )
}

/** The id under which a heading stands on the page: its own in the article, which there is one of at most. */
export function usePlaceOf(headingId: string): string {
  const text = use(TextId)
  return use(IsArticle) ? headingId : `${text}-${headingId}`
}

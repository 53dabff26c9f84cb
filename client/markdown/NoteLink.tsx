import { type MouseEvent, type ReactNode, use } from 'react'
import { isPlainClick } from '#client/platform/browser/links.ts'
import { scrollToAndFocus } from '#client/platform/browser/scrolling.ts'
import type { MarkdownPicture } from '#protocol/markdown/picture.rules.ts'
import { isExternalAddress, screenPathOf } from './address.screens.ts'
import { IsArticle, IsInsideInteractive, OpenInApp, StaticPageContext, TextId } from './markdownContexts.ts'
import { WithPictureButtons } from './PictureConsent.tsx'

/** On a public page: the site does not vouch for what its users link to. */
export const RELATION_OF_VISITOR = 'noopener noreferrer nofollow ugc'

interface NoteLinkProps {
  href: string
  /** The id of a heading of the same note, if the link points to one. */
  headingId?: string | undefined
  title?: string | undefined
  /** The pictures inside the link. */
  pictures?: readonly MarkdownPicture[]
  children?: ReactNode
}

/** A link of a note. An external link opens in a new tab, without opener and referrer. */
export function NoteLink({ href, headingId, title, pictures = [], children }: NoteLinkProps) {
  const content = <IsInsideInteractive value={true}>{children}</IsInsideInteractive>
  const externalProps = isExternalAddress(href)
    ? { target: '_blank', rel: 'noopener noreferrer nofollow' }
    : {}
  const path = screenPathOf(href)
  const openInApp = use(OpenInApp)
  const isStatic = use(StaticPageContext) !== null

  function open(event: MouseEvent<HTMLAnchorElement>) {
    if (path === null || openInApp === null || !isPlainClick(event)) return
    event.preventDefault()
    openInApp(path, event.currentTarget)
  }

  // The screens of the app are not for visitors of a public page.
  if (isStatic && path !== null) return content
  if (isStatic && headingId === undefined)
    return (
      <a href={href} title={title} rel={RELATION_OF_VISITOR}>
        {content}
      </a>
    )
  const link =
    headingId === undefined ? (
      <a href={href} title={title} onClick={open} {...externalProps}>
        {content}
      </a>
    ) : (
      <HeadingReference id={headingId} title={title}>
        {content}
      </HeadingReference>
    )
  return pictures.length === 0 ? link : <WithPictureButtons pictures={pictures}>{link}</WithPictureButtons>
}

interface HeadingReferenceProps {
  id: string
  title: string | undefined
  children: ReactNode
}

/**
 * Links to a heading of the same note. In the article of a screen it changes the URL, so that the Back button works; elsewhere it
 * only scrolls.
 */
function HeadingReference({ id, title, children }: HeadingReferenceProps) {
  const isArticle = use(IsArticle)
  const openInApp = use(OpenInApp)
  const elementId = useHeadingElementId(id)

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return
    if (isArticle && openInApp === null) return
    event.preventDefault()
    if (isArticle) openInApp?.(`#${id}`, event.currentTarget)
    else scrollToAndFocus(elementId)
  }

  return (
    <a href={`#${elementId}`} title={title} onClick={follow}>
      {children}
    </a>
  )
}

/** The id of the element of a heading. Outside of the article it is prefixed to be unique on the page. */
export function useHeadingElementId(headingId: string): string {
  const text = use(TextId)
  return use(IsArticle) ? headingId : `${text}-${headingId}`
}

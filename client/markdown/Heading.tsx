import { useSetAtom } from 'jotai'
import { type ElementType, type MouseEvent, type ReactNode, use } from 'react'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { isPlainClick } from '#client/platform/browser/links.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { MarkdownHeading } from '#protocol/markdown/heading.rules.ts'
import { IsArticle, StaticPageContext } from './markdownContexts.ts'
import { useHeadingElementId } from './NoteLink.tsx'
import { NOT_TEXT } from './textAttribute.ts'

interface HeadingProps {
  /** The number of `#` in the source. */
  level: number
  /** Absent for a heading that no link can point to. */
  heading: MarkdownHeading | undefined
  children?: ReactNode
}

/** The title of the page is level 1, so the headings of a note begin at level 2. HTML ends at 6, hence the explicit 7. */
export function Heading({ level, heading, children }: HeadingProps) {
  const isArticle = use(IsArticle)
  const isStatic = use(StaticPageContext) !== null
  const Tag = `h${Math.min(level + 1, 6)}` as ElementType
  const props = { dir: 'auto', className: `md-h${level}`, 'aria-level': level === 6 ? 7 : undefined }
  const id = useHeadingElementId(heading?.id ?? '')
  if (heading === undefined || !(isArticle || heading.isLinked)) return <Tag {...props}>{children}</Tag>
  if (!isArticle || isStatic)
    return (
      <Tag {...props} id={id} tabIndex={-1}>
        {children}
      </Tag>
    )
  return (
    // Screen readers list headings by their names, which must not include the link.
    <Tag {...props} id={heading.id} tabIndex={-1} aria-label={heading.words}>
      {children}
      <HeadingLink id={heading.id} />
    </Tag>
  )
}

/** Copies the URL of the heading. */
function HeadingLink({ id }: { id: string }) {
  const showToast = useSetAtom(showToastAtom)

  async function copy(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    // Preserves the state of the router.
    history.replaceState(history.state, '', `#${id}`)
    const isCopied = await copyText(location.href)
    showToast({ text: t(isCopied ? 'markdown.linkCopied' : 'markdown.linkInAddress') })
  }

  return (
    <a
      className="md-anchor no-print"
      href={`#${id}`}
      aria-label={t('markdown.copyLink')}
      onClick={event => void copy(event)}
      {...NOT_TEXT}
    >
      #
    </a>
  )
}

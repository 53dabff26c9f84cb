import { useSetAtom } from 'jotai'
import { type ElementType, type MouseEvent, type ReactNode, use } from 'react'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { isPlainPress } from '#client/platform/browser/press.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { WrittenHeading } from './heading.rules.ts'
import { IsArticle } from './markdown.place.ts'
import { usePlaceOf } from './NoteLink.tsx'
import './heading.css'

interface HeadingProps {
  /** As many `#` as it was written with. */
  level: number
  /** Where it can be led to. */
  place: WrittenHeading | undefined
  children?: ReactNode
}

/** The page's own heading is level 1, so a note's begin at 2; HTML ends at 6, hence the explicit 7. */
export function Heading({ level, place, children }: HeadingProps) {
  const isArticle = use(IsArticle)
  const Tag = `h${Math.min(level + 1, 6)}` as ElementType
  const ofLevel = { dir: 'auto', className: `md-h${level}`, 'aria-level': level === 6 ? 7 : undefined }
  const id = usePlaceOf(place?.id ?? '')
  if (place === undefined || !(isArticle || place.isLinked)) return <Tag {...ofLevel}>{children}</Tag>
  if (!isArticle)
    return (
      <Tag {...ofLevel} id={id} tabIndex={-1}>
        {children}
      </Tag>
    )
  return (
    // Its words alone name it: screen readers list headings by their names.
    <Tag {...ofLevel} id={place.id} tabIndex={-1} aria-label={place.words}>
      {children}
      <HeadingLink id={place.id} />
    </Tag>
  )
}

/** Copies the address of its heading. */
function HeadingLink({ id }: { id: string }) {
  const showToast = useSetAtom(showToastAtom)

  async function copy(event: MouseEvent) {
    if (!isPlainPress(event)) return
    event.preventDefault()
    // The router keeps what it noted beside the address.
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
    >
      #
    </a>
  )
}

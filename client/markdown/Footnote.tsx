import { type MouseEvent, type ReactNode, use } from 'react'
import { isPlainClick } from '#client/platform/browser/isPlainClick.ts'
import { scrollToAndFocus } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'
import type { FootnoteMeta } from './footnote.rules.ts'
import { TextId } from './markdownContexts.ts'

/** The superscript number that links to a footnote. */
export function FootnoteReference({ number, isFirst }: FootnoteMeta) {
  const { reference, note } = useIds(number)
  return (
    <sup className="md-footnote-mark">
      <TextAnchor id={isFirst ? reference : undefined} to={note} label={t('markdown.footnote', { number })}>
        {number}
      </TextAnchor>
    </sup>
  )
}

/** A footnote with a link back to its first reference. */
export function Footnote({
  number,
  dir,
  children,
}: FootnoteMeta & { dir?: string | undefined; children?: ReactNode }) {
  const { reference, note } = useIds(number)
  return (
    <li className="md-footnote" id={note} tabIndex={-1} dir={dir}>
      {children}{' '}
      <TextAnchor to={reference} label={t('markdown.footnoteBack', { number })}>
        ↩
      </TextAnchor>
    </li>
  )
}

interface TextAnchorProps {
  id?: string | undefined
  to: string
  label: string
  children: ReactNode
}

/** Scrolls within the text. The URL stays the same, because an editor treats a changed URL as leaving the screen. */
function TextAnchor({ id, to, label, children }: TextAnchorProps) {
  function follow(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    scrollToAndFocus(to, 'center')
  }

  return (
    <a id={id} href={`#${to}`} aria-label={label} onClick={follow}>
      {children}
    </a>
  )
}

function useIds(number: number) {
  const text = use(TextId)
  return { reference: `${text}-reference-${number}`, note: `${text}-footnote-${number}` }
}

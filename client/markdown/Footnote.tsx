import { type MouseEvent, type ReactNode, use } from 'react'
import { leadTo } from '#client/platform/browser/leadTo.ts'
import { isPlainPress } from '#client/platform/browser/press.ts'
import { t } from '#client/platform/language/language.ts'
import type { FootnotePlace } from './footnote.rules.ts'
import { TextId } from './markdown.place.ts'
import './footnote.css'

/** The number in the text that leads to its footnote. */
export function FootnoteReference({ number, isFirst }: FootnotePlace) {
  const { reference, note } = useIds(number)
  return (
    <sup className="md-footnote-mark">
      <PlaceLink id={isFirst ? reference : undefined} to={note} label={t('markdown.footnote', { number })}>
        {number}
      </PlaceLink>
    </sup>
  )
}

/** A footnote, with the way back to where it is first referred to. */
export function Footnote({
  number,
  dir,
  children,
}: FootnotePlace & { dir?: string | undefined; children?: ReactNode }) {
  const { reference, note } = useIds(number)
  return (
    <li className="md-footnote" id={note} tabIndex={-1} dir={dir}>
      {children}{' '}
      <PlaceLink to={reference} label={t('markdown.footnoteBack', { number })}>
        ↩
      </PlaceLink>
    </li>
  )
}

interface PlaceLinkProps {
  id?: string | undefined
  to: string
  label: string
  children: ReactNode
}

/** Leads within the text and leaves the address alone, which an editor would take for leaving. */
function PlaceLink({ id, to, label, children }: PlaceLinkProps) {
  function follow(event: MouseEvent) {
    if (!isPlainPress(event)) return
    event.preventDefault()
    leadTo(to, 'center')
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

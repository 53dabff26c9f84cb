import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Upload, Uploads } from '#client/features/notes/attachments/picture.uploads.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'
import { t } from '#client/platform/language/language.ts'
import type { HighlightLayer } from './highlightLayer.ts'
import './highlight.css'

const pageUnitStyle = () => ({ '--page-unit': JSON.stringify(t('notes.pageUnit')) }) as CSSProperties

interface HighlightOverlayProps {
  layer: HighlightLayer
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Uploads of pictures in the text. */
  uploads?: Uploads
}

/** Container of a highlight layer, positioned over the text area. Visual only. What reads places in the layer comes after it. */
export function HighlightOverlay({ layer, area, text, uploads }: HighlightOverlayProps) {
  const overlay = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (overlay.current ? layer.attach(overlay.current) : undefined), [layer])
  // In the same frame as the key press, so that the layer never lags behind the text.
  useLayoutEffect(() => {
    // A script may set a huge text without an input event; rendering its lines would block the page.
    layer.setText(text.length > FIELD_TEXT_MAX ? '' : text)
    if (uploads) showProgress(overlay.current, uploads.state())
  }, [layer, text, uploads])
  useEffect(() => uploads?.subscribe(() => showProgress(overlay.current, uploads.state())), [uploads])

  useEffect(() => {
    const aborter = new AbortController()
    const showActiveLines = () => layer.setActiveLines(selectedLines(area.current))
    for (const name of ['selectionchange', 'focusin', 'focusout'])
      document.addEventListener(name, showActiveLines, aborter)
    return () => aborter.abort()
  }, [layer, area])

  return <div ref={overlay} className="highlight" translate="no" style={pageUnitStyle()} aria-hidden="true" />
}

function showProgress(overlay: HTMLElement | null, uploads: readonly Upload[]): void {
  for (const { key, sent, failure } of uploads)
    for (const picture of overlay?.querySelectorAll<HTMLElement>(`[data-upload="${key}"]`) ?? []) {
      picture.style.setProperty('--sent', `${Math.floor(sent * 100)}%`)
      picture.toggleAttribute('data-failed', failure !== null)
    }
}

function selectedLines(area: HTMLTextAreaElement | null) {
  if (area === null || area !== document.activeElement) return null
  const { value, selectionStart, selectionEnd } = area
  const first = countLineBreaks(value, 0, selectionStart)
  return { first, last: first + countLineBreaks(value, selectionStart, selectionEnd) }
}

function countLineBreaks(text: string, from: number, to: number): number {
  let breaks = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) breaks += 1
  return breaks
}

import { type CSSProperties, type Ref, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Upload, Uploads } from '#client/features/notes/attachments/picture.uploads.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'
import { t } from '#client/platform/language/language.ts'
import type { HighlightLayer } from './highlightLayer.ts'
import './highlight.css'

/** Container of a highlight layer, positioned over the text area. Visual only. */
export function HighlightOverlay({ ref }: { ref: Ref<HTMLDivElement> }) {
  return <div ref={ref} className="highlight" translate="no" style={pageUnitStyle()} aria-hidden="true" />
}

const pageUnitStyle = () => ({ '--page-unit': JSON.stringify(t('notes.pageUnit')) }) as CSSProperties

interface HighlightedText {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Uploads of pictures in the text. */
  uploads?: Uploads
}

/** Connects a highlight layer to its text area. Returns the ref for `HighlightOverlay`. */
export function useHighlightLayer(
  layer: HighlightLayer,
  { area, text, uploads }: HighlightedText,
): RefObject<HTMLDivElement | null> {
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
  return overlay
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

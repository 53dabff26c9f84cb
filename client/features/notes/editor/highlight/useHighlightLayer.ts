import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Upload, Uploads } from '#client/features/notes/pictures/picture.uploads.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'
import type { HighlightLayer } from './highlightLayer.ts'

interface HighlightedText {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  /** The pictures that are going up in it. */
  uploads?: Uploads
}

/** Ties a mirror to the text area over which it stands. Answers with where it is to stand. */
export function useHighlightLayer(
  layer: HighlightLayer,
  { area, text, uploads }: HighlightedText,
): RefObject<HTMLDivElement | null> {
  const sheet = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (sheet.current ? layer.attach(sheet.current) : undefined), [layer])
  // Within the frame of the key, so that no line is ever beside its own.
  useLayoutEffect(() => {
    // Put in by a program past all events: as many lines would hold the page up.
    layer.write(text.length > FIELD_TEXT_MAX ? '' : text)
    if (uploads) showProgress(sheet.current, uploads.state())
  }, [layer, text, uploads])
  useEffect(() => uploads?.subscribe(() => showProgress(sheet.current, uploads.state())), [uploads])

  useEffect(() => {
    const listening = new AbortController()
    const follow = () => layer.showWriting(linesOfSelection(area.current))
    for (const name of ['selectionchange', 'focusin', 'focusout'])
      document.addEventListener(name, follow, listening)
    return () => listening.abort()
  }, [layer, area])
  return sheet
}

function showProgress(sheet: HTMLElement | null, uploads: readonly Upload[]): void {
  for (const { key, sent, failure } of uploads)
    for (const picture of sheet?.querySelectorAll<HTMLElement>(`[data-upload="${key}"]`) ?? []) {
      picture.style.setProperty('--sent', `${Math.floor(sent * 100)}%`)
      picture.toggleAttribute('data-failed', failure !== null)
    }
}

function linesOfSelection(area: HTMLTextAreaElement | null) {
  if (area === null || area !== document.activeElement) return null
  const { value, selectionStart, selectionEnd } = area
  const first = breaksIn(value, 0, selectionStart)
  return { first, last: first + breaksIn(value, selectionStart, selectionEnd) }
}

function breaksIn(text: string, from: number, to: number): number {
  let breaks = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) breaks += 1
  return breaks
}

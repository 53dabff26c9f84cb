import { type MouseEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { LazyMarkdown } from '#client/features/notes/reader/LazyMarkdown.tsx'
import { usePrinting } from '#client/features/notes/reader/usePrinting.ts'
import type { NoteContent } from '#client/features/notes/sync/note.content.ts'
import { markdownPart } from '#client/markdown/markdown.part.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'
import { useOncePainted } from '#client/platform/browser/timing.ts'
import { t } from '#client/platform/language/language.ts'
import { Icon } from '#client/ui/Icon.tsx'

interface ResultPanelProps {
  isOpen: boolean
  onFold: () => void
  /** The scrolling element. */
  ref: Ref<HTMLElement>
  /** Rendered only while the panel is open. */
  children: ReactNode
}

/** Foldable panel for the rendered text, controlled by its parent. */
export function ResultPanel({ isOpen, onFold, ref, children }: ResultPanelProps) {
  function fold(event: MouseEvent) {
    event.preventDefault()
    onFold()
  }

  return (
    <details className="writing__result" open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary className="writing__fold" onClick={fold}>
        <span id="result">{t('notes.preview')}</span>
        <Icon name="chevron" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section ref={ref} className="writing__rendered" tabIndex={0} aria-labelledby="result">
        {isOpen && children}
      </section>
    </details>
  )
}

interface RenderedTextProps {
  text: string
  /** Called after each rendering with the first line of each block. */
  onRendered?: (lines: readonly number[]) => void
}

/** Renders the text as Markdown at a lower priority than typing. */
export function RenderedText({ text, onRendered }: RenderedTextProps) {
  // Cuts text far beyond the limit of a note.
  const deferredText = useOncePainted(text.slice(0, FIELD_TEXT_MAX))
  if (deferredText.trim() === '') return <p className="preview__empty">{t('notes.previewEmpty')}</p>
  return (
    <LazyMarkdown
      text={deferredText}
      isOwnText
      {...(onRendered && { onRendered: ({ lines }) => onRendered(lines) })}
    />
  )
}

interface PrintedTextProps {
  content: NoteContent
  ref: Ref<HTMLElement>
}

export function PrintedText({ content: { title, text }, ref }: PrintedTextProps) {
  return (
    <article ref={ref} className="writing__printed" aria-hidden="true">
      <p className="writing__printed-title">{title.trim() || t('notes.untitled')}</p>
      <LazyMarkdown text={text} isOwnText />
    </article>
  )
}

/** Renders the unsaved text for printing, and only while printing. */
export function usePrintedText(title: string) {
  const sheet = useRef<HTMLElement>(null)
  const [isPrinted, setPrinted] = useState(false)
  const { print } = usePrinting(title, sheet)

  useEffect(() => {
    const aborter = new AbortController()
    // The browser's print menu does not wait, so it prints what has rendered by then.
    window.addEventListener('beforeprint', () => flushSync(() => setPrinted(true)), aborter)
    window.addEventListener('afterprint', () => setPrinted(false), aborter)
    return () => aborter.abort()
  }, [])

  return {
    sheet,
    isPrinted,
    async printText() {
      // Without the renderer the source text is printed.
      await markdownPart.load().catch(() => undefined)
      flushSync(() => setPrinted(true))
      await print()
    },
  }
}

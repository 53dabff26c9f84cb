import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { HighlightLayer } from '#client/features/notes/editor/text/highlightLayer.ts'
import { caretPosition } from '#client/features/notes/editor/text/textareaEdits.ts'
import { LazyMarkdown } from '#client/features/notes/reader/LazyMarkdown.tsx'
import { usePrinting } from '#client/features/notes/reader/usePrinting.ts'
import type { NoteContent } from '#client/features/notes/sync/note.content.ts'
import { markdownPart } from '#client/markdown/markdown.part.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'
import { useOncePainted } from '#client/platform/browser/useTimers.ts'
import { t } from '#client/platform/language/language.ts'
import { Icon } from '#client/ui/Icon.tsx'
import './panels.css'

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

/** Top of a block in the text and in the result, in pixels from the top of its column. */
interface Anchor {
  text: number
  result: number
}

/** Maps a height in one column to the other by linear interpolation between anchors. */
export function alignedHeight(
  anchors: readonly Anchor[],
  height: number,
  from: keyof Anchor,
  to: keyof Anchor,
): number {
  const next = anchors.findIndex(anchor => anchor[from] > height)
  const before = anchors[next < 0 ? anchors.length - 1 : next - 1] ?? { text: 0, result: 0 }
  const after = anchors[next]
  if (after === undefined) return before[to] + height - before[from]
  const share = (height - before[from]) / (after[from] - before[from])
  return before[to] + share * (after[to] - before[to])
}

/** Index of the block that contains the line, given the first line of each block; -1 before the first block. */
export function blockIndexAt(lines: readonly number[], line: number): number {
  const next = lines.findIndex(start => start > line)
  return next < 0 ? lines.length - 1 : next - 1
}

interface Columns {
  /** Scroll container of the text. It contains the result, which scrolls separately. */
  scroller: RefObject<HTMLElement | null>
  area: RefObject<HTMLTextAreaElement | null>
  layer: HighlightLayer
  result: RefObject<HTMLElement | null>
}

type Side = keyof Anchor

/** Minimum visible part of the result below the caret, in pixels. A row of the result may be higher than a row of the text. */
const MIN_VISIBLE_BELOW = 96

/**
 * Synchronizes scrolling of the text and the result, and highlights the block with the caret. Call the returned function after each
 * rendering with the first line of each block.
 */
export function useScrollSync(isOn: boolean, { scroller, area, layer, result }: Columns) {
  const lines = useRef<readonly number[]>([])
  const cachedAnchors = useRef<{ layoutKey: string; anchors: Anchor[] } | null>(null)
  const highlightedBlock = useRef<Element | undefined>(undefined)
  /** The column that the user scrolls. Scroll events of the other column are ignored. */
  const activeSide = useRef<Side>('text')

  function findBlocks(): HTMLElement[] {
    const children = result.current?.querySelector('.md')?.children ?? []
    return [...children].filter(
      block => block instanceof HTMLElement && !block.matches('.md-retry'),
    ) as HTMLElement[]
  }

  function measureAnchors(): Anchor[] {
    if (!area.current || !result.current) return []
    const { scrollHeight, clientWidth } = result.current
    const layoutKey = `${area.current.clientWidth} ${clientWidth} ${scrollHeight} ${lines.current.join()}`
    if (cachedAnchors.current?.layoutKey !== layoutKey) {
      const top = result.current.getBoundingClientRect().top - result.current.scrollTop
      const blockAnchors = findBlocks().flatMap((block, index) => {
        const text = layer.topOf(lines.current[index] ?? -1)
        return text === undefined ? [] : [{ text, result: block.getBoundingClientRect().top - top }]
      })
      cachedAnchors.current = {
        layoutKey,
        anchors: [{ text: 0, result: 0 }, ...blockAnchors, ...lastBlockEnd(area.current.value, top)],
      }
    }
    return cachedAnchors.current.anchors
  }

  /** Anchor at the end of the last block, so that positions inside the last block map too. */
  function lastBlockEnd(value: string, top: number): Anchor[] {
    const last = findBlocks()[lines.current.length - 1]
    const text = layer.bottomOf(value.trimEnd().split('\n').length - 1)
    return last && text !== undefined ? [{ text, result: last.getBoundingClientRect().bottom - top }] : []
  }

  /** Height of the text above the visible part. */
  function textOffset(): number {
    if (!area.current || !scroller.current) return 0
    return scroller.current.getBoundingClientRect().top - area.current.getBoundingClientRect().top
  }

  function scrollResultTo(height: number, below = 0) {
    if (!result.current) return
    result.current.scrollTop = alignedHeight(measureAnchors(), height, 'text', 'result') - below
  }

  const syncScroll = useEffectEvent((scrolledSide: Side) => {
    if (scrolledSide !== activeSide.current || !scroller.current || !result.current) return
    if (scrolledSide === 'text') scrollResultTo(Math.max(0, textOffset()))
    else {
      const offset = alignedHeight(measureAnchors(), result.current.scrollTop, 'result', 'text')
      scroller.current.scrollTop += offset - textOffset()
    }
  })

  /** Block with the caret; -1 while the text has no focus. */
  function blockOfCaret(): number {
    const text = area.current
    return text && text === document.activeElement
      ? blockIndexAt(lines.current, caretPosition(text).line)
      : -1
  }

  const highlightCaretBlock = useEffectEvent(() => {
    const caretBlock = findBlocks()[blockOfCaret()]
    if (caretBlock === highlightedBlock.current && caretBlock?.isConnected) return
    highlightedBlock.current?.removeAttribute('data-here')
    caretBlock?.setAttribute('data-here', '')
    highlightedBlock.current = caretBlock
  })

  /** Scrolls the result to the caret, unless the whole block with the caret is visible. */
  const revealCaretBlock = useEffectEvent(() => {
    const caretBlock = findBlocks()[blockOfCaret()]
    if (activeSide.current !== 'text' || !caretBlock || !area.current || !result.current) return
    const [visible, block] = [result.current.getBoundingClientRect(), caretBlock.getBoundingClientRect()]
    if (block.top >= visible.top && block.bottom <= visible.bottom) return
    const { line, column } = caretPosition(area.current)
    const height = layer.topOf(line, column) ?? 0
    const below = Math.min(height - textOffset(), visible.height - MIN_VISIBLE_BELOW)
    scrollResultTo(height, Math.max(0, below))
  })

  useEffect(() => {
    const [outer, inner] = [scroller.current, result.current]
    if (!isOn || !outer || !inner) return
    const stop = new AbortController()
    const passive = { signal: stop.signal, passive: true, capture: true }
    const setActiveSide = (event: Event) => {
      activeSide.current = event.target instanceof Node && inner.contains(event.target) ? 'result' : 'text'
    }
    for (const name of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      outer.addEventListener(name, setActiveSide, passive)
    outer.addEventListener(
      'scroll',
      ({ target }) => syncScroll(target === inner ? 'result' : 'text'),
      passive,
    )
    document.addEventListener('selectionchange', () => highlightCaretBlock(), stop)
    return () => stop.abort()
  }, [isOn, scroller, result])

  return (blockLines: readonly number[]) => {
    lines.current = blockLines
    if (!isOn) return
    cachedAnchors.current = null
    highlightCaretBlock()
    revealCaretBlock()
  }
}

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { HighlightLayer } from '#client/features/notes/editor/highlight/highlightLayer.ts'
import { caretPlace } from '#client/features/notes/editor/text/area.places.ts'
import { type Anchor, alignedHeight, blockAt } from './note.alignment.ts'

interface Columns {
  /** In which the text scrolls; the result is in it and scrolls by itself. */
  scroller: RefObject<HTMLElement | null>
  area: RefObject<HTMLTextAreaElement | null>
  /** Of the text area. */
  layer: HighlightLayer
  result: RefObject<HTMLElement | null>
}

type Side = keyof Anchor

/** So much of the result is seen below the place that is written at, in pixels: a row of it may be higher than one of the text. */
const SEEN_BELOW = 96

/**
 * Keeps the text and the result beside it at the same block, whichever of the two is scrolled, and marks the block in
 * which the caret is. Answers with what is to be told when the result was drawn: the lines at which its blocks begin.
 */
export function useSideBySide(isOn: boolean, { scroller, area, layer, result }: Columns) {
  const lines = useRef<readonly number[]>([])
  const measured = useRef<{ of: string; anchors: Anchor[] } | null>(null)
  const marked = useRef<Element | undefined>(undefined)
  /** The column that a person moves: the other one follows and answers nothing. */
  const leader = useRef<Side>('text')

  function blocks(): HTMLElement[] {
    const drawn = result.current?.querySelector('.md')?.children ?? []
    return [...drawn].filter(
      block => block instanceof HTMLElement && !block.matches('.md-over-again'),
    ) as HTMLElement[]
  }

  function anchors(): Anchor[] {
    if (!area.current || !result.current) return []
    const { scrollHeight, clientWidth } = result.current
    const of = `${area.current.clientWidth} ${clientWidth} ${scrollHeight} ${lines.current.join()}`
    if (measured.current?.of !== of) {
      const top = result.current.getBoundingClientRect().top - result.current.scrollTop
      const found = blocks().flatMap((block, index) => {
        const text = layer.topOf(lines.current[index] ?? -1)
        return text === undefined ? [] : [{ text, result: block.getBoundingClientRect().top - top }]
      })
      measured.current = {
        of,
        anchors: [{ text: 0, result: 0 }, ...found, ...endOfLast(area.current.value, top)],
      }
    }
    return measured.current.anchors
  }

  /** So that within the last block, too, both columns are as far: a list may be all there is. */
  function endOfLast(value: string, top: number): Anchor[] {
    const last = blocks()[lines.current.length - 1]
    const text = layer.bottomOf(value.trimEnd().split('\n').length - 1)
    return last && text !== undefined ? [{ text, result: last.getBoundingClientRect().bottom - top }] : []
  }

  /** How far the text is scrolled under the upper edge of what is seen of it. */
  function textOffset(): number {
    if (!area.current || !scroller.current) return 0
    return scroller.current.getBoundingClientRect().top - area.current.getBoundingClientRect().top
  }

  function showResultBeside(height: number, below = 0) {
    if (!result.current) return
    result.current.scrollTop = alignedHeight(anchors(), height, 'text', 'result') - below
  }

  const followScroll = useEffectEvent((moved: Side) => {
    if (moved !== leader.current || !scroller.current || !result.current) return
    if (moved === 'text') showResultBeside(Math.max(0, textOffset()))
    else {
      const wanted = alignedHeight(anchors(), result.current.scrollTop, 'result', 'text')
      scroller.current.scrollTop += wanted - textOffset()
    }
  })

  /** In which block the caret is; -1 while the text has no focus. */
  function blockOfCaret(): number {
    const text = area.current
    return text && text === document.activeElement ? blockAt(lines.current, caretPlace(text).line) : -1
  }

  const markCaret = useEffectEvent(() => {
    const here = blocks()[blockOfCaret()]
    if (here === marked.current && here?.isConnected) return
    marked.current?.removeAttribute('data-here')
    here?.setAttribute('data-here', '')
    marked.current = here
  })

  /** The block under the caret stands beside it, unless it is in sight already; of one that is higher than that, the caret's place. */
  const followCaret = useEffectEvent(() => {
    const here = blocks()[blockOfCaret()]
    if (leader.current !== 'text' || !here || !area.current || !result.current) return
    const [seen, block] = [result.current.getBoundingClientRect(), here.getBoundingClientRect()]
    if (block.top >= seen.top && block.bottom <= seen.bottom) return
    const { line, column } = caretPlace(area.current)
    const height = layer.topOf(line, column) ?? 0
    const below = Math.min(height - textOffset(), seen.height - SEEN_BELOW)
    showResultBeside(height, Math.max(0, below))
  })

  useEffect(() => {
    const [outer, inner] = [scroller.current, result.current]
    if (!isOn || !outer || !inner) return
    const stop = new AbortController()
    const passive = { signal: stop.signal, passive: true, capture: true }
    const lead = (event: Event) => {
      leader.current = event.target instanceof Node && inner.contains(event.target) ? 'result' : 'text'
    }
    for (const name of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      outer.addEventListener(name, lead, passive)
    outer.addEventListener(
      'scroll',
      ({ target }) => followScroll(target === inner ? 'result' : 'text'),
      passive,
    )
    document.addEventListener('selectionchange', () => markCaret(), stop)
    return () => stop.abort()
  }, [isOn, scroller, result])

  return (drawn: readonly number[]) => {
    lines.current = drawn
    if (!isOn) return
    measured.current = null
    markCaret()
    followCaret()
  }
}

import { useEffect, useEffectEvent } from 'react'
import { type AnchoredGroup, groupsAt } from './passages.groups.ts'
import type { RenderedNote } from './useRenderedText.ts'

const HANDLES_CLICKS = 'a, button, input, label, select, textarea, summary'

/** Opens the passage whose words are clicked or tapped, and shows a pointer above it. */
export function usePassageClicks(
  rendered: RenderedNote | null,
  groups: readonly AnchoredGroup[],
  onOpen: (key: string) => void,
): void {
  const open = useEffectEvent((event: MouseEvent) => {
    const isSelecting = document.getSelection()?.isCollapsed === false
    if (event.defaultPrevented || event.button !== 0 || isSelecting || handlesClicks(event.target)) return
    const group = rendered && groupAtPoint(rendered, groups, event)
    if (group) onOpen(group.key)
  })
  const point = useEffectEvent((event: MouseEvent) => {
    if (rendered === null) return
    const isOver = !handlesClicks(event.target) && groupAtPoint(rendered, groups, event) !== undefined
    rendered.root.classList.toggle('md--over-passage', isOver)
  })

  useEffect(() => {
    if (rendered === null) return
    const { root } = rendered
    const listening = new AbortController()
    let frame = 0
    root.addEventListener('click', event => open(event), listening)
    if (matchMedia('(hover: hover)').matches)
      root.addEventListener(
        'pointermove',
        event => {
          cancelAnimationFrame(frame)
          frame = requestAnimationFrame(() => point(event))
        },
        listening,
      )
    return () => {
      listening.abort()
      cancelAnimationFrame(frame)
      root.classList.remove('md--over-passage')
    }
  }, [rendered])
}

const handlesClicks = (target: EventTarget | null) =>
  target instanceof Element && target.closest(HANDLES_CLICKS) !== null

function groupAtPoint(
  { rangeOf, positionOf }: RenderedNote,
  groups: readonly AnchoredGroup[],
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): AnchoredGroup | undefined {
  if (groups.length === 0) return undefined
  const caret = caretAt(clientX, clientY)
  if (caret === null) return undefined
  const position = positionOf(caret.node, caret.offset)
  // The caret is between two characters, so the clicked one may be the one before it.
  const near = [...groupsAt(groups, position), ...groupsAt(groups, position - 1)]
  return near.find(({ range }) => {
    const lines = rangeOf(range.start, range.end)?.getClientRects() ?? []
    return [...lines].some(
      ({ left, right, top, bottom }) =>
        clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
    )
  })
}

function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const caret = document.caretPositionFromPoint(x, y)
    return caret && { node: caret.offsetNode, offset: caret.offset }
  }
  const range = (document as Document).caretRangeFromPoint(x, y)
  return range && { node: range.startContainer, offset: range.startOffset }
}

import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { nextItemIndex } from '#client/ui/Dropdown.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { passageAt } from '#protocol/passageAnchor.ts'
import { type Block, blockIndexOf, type Layout, rangeIn } from './passages.layout.ts'
import type { PassageTools } from './passages.tools.ts'
import { labelQuote } from './quotes.ts'
import type { RenderedNote } from './useRenderedText.ts'

interface ParagraphButtonsProps {
  rendered: RenderedNote
  layout: Layout
  tools: PassageTools
}

/**
 * A button for each paragraph, heading, list item, table and code block that starts a comment on its beginning. They are one stop of
 * the Tab key, with arrow keys between them; with a mouse the button of the paragraph below the pointer appears.
 */
export const ParagraphButtons = memo(function ParagraphButtons({
  rendered,
  layout,
  tools,
}: ParagraphButtonsProps) {
  useLanguage()
  const toolbar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const [hovered, setHovered] = useState<number | null>(null)
  const { blocks } = layout

  const hover = useEffectEvent((event: PointerEvent) => {
    const index = blockIndexOf(blocks, event.target)
    // Between two blocks, and on the way to the button, it stays.
    if (index !== null) setHovered(index)
  })
  useEffect(() => {
    const sheet = toolbar.current?.closest('.note__sheet')
    if (!sheet || !matchMedia('(hover: hover)').matches) return
    const listening = new AbortController()
    sheet.addEventListener('pointermove', event => hover(event as PointerEvent), listening)
    sheet.addEventListener('pointerleave', () => setHovered(null), listening)
    return () => listening.abort()
  }, [])

  function moveFocus(event: KeyboardEvent): void {
    const index = nextItemIndex(event.key, current, blocks.length)
    if (index === undefined) return
    event.preventDefault()
    setCurrent(index)
    const buttons = toolbar.current?.querySelectorAll<HTMLElement>('button')
    buttons?.[index]?.focus()
  }

  const style = { '--text-end': `${layout.textEnd}px` } as CSSProperties
  return (
    <div
      ref={toolbar}
      className="paragraph-buttons"
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('passages.blocks')}
      style={style}
      onKeyDown={moveFocus}
    >
      {blocks.map((block, index) => (
        <BlockButton
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its position
          key={index}
          block={block}
          rendered={rendered}
          isCurrent={index === Math.min(current, blocks.length - 1)}
          isHovered={index === hovered}
          onFocus={() => setCurrent(index)}
          onComment={() => commentOn(rendered, block, tools)}
        />
      ))}
    </div>
  )
})

interface BlockButtonProps {
  block: Block
  rendered: RenderedNote
  isCurrent: boolean
  isHovered: boolean
  onFocus: () => void
  onComment: () => void
}

function BlockButton({ block, rendered, isCurrent, isHovered, onFocus, onComment }: BlockButtonProps) {
  const quote = useMemo(() => {
    const span = rendered.spanOf(rangeIn(block.element))
    return span ? labelQuote(rendered.text.slice(span.start, span.end)) : ''
  }, [block.element, rendered])
  const style = { '--top': `${block.top}px` } as CSSProperties
  return (
    <button
      type="button"
      className={`paragraph-button ${isHovered ? 'paragraph-button--hovered' : ''}`}
      style={style}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={t('passages.commentOnBlockOf', { quote })}
      title={t('passages.commentOnBlock')}
      onFocus={onFocus}
      onClick={onComment}
    >
      <ToolIcon name="talk" />
    </button>
  )
}

/** On the beginning of the block, as far as a passage reaches. */
function commentOn({ text, spanOf }: RenderedNote, { element }: Block, tools: PassageTools): void {
  const span = spanOf(rangeIn(element))
  const passage = span && passageAt(text, span.start, span.end, tools.noteVersion)
  if (passage) tools.onComment(passage)
}

import type * as Y from 'yjs'
import { type DocumentField, fieldOf, type TextEdit } from '#protocol/document/content.ts'
import { diffText, spliceOf } from '#protocol/document/merge.ts'
import type { DocumentSync } from './documentSync.ts'
import { hasReturns, lineFeedEdits, withLineFeeds } from './lineEnds.ts'

interface BindingOptions {
  area: HTMLTextAreaElement
  sync: Pick<DocumentSync, 'doc' | 'hold' | 'onDocReplaced'>
  field: DocumentField
  /** Transforms typed text. Default: unchanged. */
  normalize?: (typed: string) => string
  /** Top of a character of the shown text, in pixels from the top of the text. Without it, the text is measured. */
  topOf?: Change['topOf']
  /** Default: none. */
  limit?: TypingLimit
  /** Others have replaced the passage that the user is writing. */
  onPassageChanged?: () => void
}

/** How long a text may become by typing. */
export interface TypingLimit {
  refuses: (before: string, after: string) => boolean
  onRefused: () => void
  endComposition: (area: HTMLTextAreaElement) => void
}

/** Who has not typed for this time writes no passage, in milliseconds. */
const WRITING_MS = 10_000
/** Shorter deletions are corrections. */
const PASSAGE_LENGTH_MIN = 5
/** A change of more parts is made in a copy first, because each part makes the browser lay out the whole text. */
const PARTS_MAX = 50

/** The origin of what the user of this tab types. */
export const TYPED = Symbol('typed')

/**
 * Connects a text area with a text of a document. What is typed changes the text at once. Changes of others wait until a composition ends,
 * because a change of the text area would break the syllable. They leave the caret, the selection and what is on the screen in place.
 * Returns the function that ends the connection.
 */
export function bindTextarea({
  area,
  sync,
  field,
  normalize = unchanged,
  topOf,
  limit,
  onPassageChanged,
}: BindingOptions): () => void {
  let text = fieldOf(sync.doc(), field)
  /** The content that the text area and the text last had in common. */
  let shown = text.toString()
  let release: (() => void) | null = null
  let isTyping = false
  /** The composition has begun without room for it. */
  let isRefusing = false
  /** Milliseconds since 1970. */
  let typedAt = 0
  if (area.value !== shown) area.value = shown

  function takeTyped(): void {
    const typed = area.value
    if (typed === withLineFeeds(shown) || isRefusing) return
    if (release === null && limit?.refuses(shown, typed)) {
      refuse()
      limit.onRefused()
      return
    }
    typedAt = Date.now()
    const value = release === null ? normalize(typed) : typed
    if (value !== typed) area.value = value
    const { selectionStart } = area
    const lineEnds = lineFeedEdits(shown)
    const edits = typedEdits(withLineFeeds(shown), value, selectionStart)
    shown = value
    isTyping = true
    text.doc?.transact(() => {
      for (const { from, to, insert } of [...lineEnds.toReversed(), ...edits.toReversed()]) {
        if (to > from) text.delete(from, to - from)
        if (insert !== '') text.insert(from, insert)
      }
    }, TYPED)
    isTyping = false
  }

  function refuse(): void {
    const { from, to } = typedSplice(withLineFeeds(shown), area.value, area.selectionStart)
    area.value = shown
    area.setSelectionRange(from, to)
  }

  /** A composition cannot be prevented, and what it has begun with is not typed. */
  function beginHold(): void {
    release ??= sync.hold()
    const { value, selectionStart, selectionEnd } = area
    const longer = `${value.slice(0, selectionStart)}가${value.slice(selectionEnd)}`
    isRefusing = limit?.refuses(value, longer) ?? false
    if (!isRefusing) return
    limit?.onRefused()
    setTimeout(() => limit?.endComposition(area))
  }

  function showChange({ delta, transaction }: Y.YTextEvent): void {
    if (isTyping) return
    if (isRefusing) refuse()
    takeTyped()
    if (hasReturns(shown) || delta.some(({ insert }) => hasReturns(insert))) {
      showText()
      return
    }
    const isWriting = !transaction.local && Date.now() - typedAt < WRITING_MS
    let isPassageChanged = false
    const change = () => {
      const target: TextView = delta.length > PARTS_MAX ? copyOf(area) : area
      let at = 0
      for (const { retain = 0, insert = '', delete: deleted = 0 } of delta) {
        at += retain
        const isAtCaret = target.selectionEnd > at && target.selectionEnd <= at + deleted
        if (isAtCaret && deleted >= PASSAGE_LENGTH_MIN) isPassageChanged = isWriting
        if (deleted > 0) target.setRangeText('', at, at + deleted, 'preserve')
        if (typeof insert !== 'string' || insert === '') continue
        target.setRangeText(insert, at, at, 'preserve')
        at += insert.length
      }
      if (target !== area) {
        area.value = target.value
        area.setSelectionRange(target.selectionStart, target.selectionEnd)
      }
      shown = area.value
    }
    keepInView(area, { changed: rangeOf(delta), topOf, change })
    if (isPassageChanged) onPassageChanged?.()
  }

  const aborter = new AbortController()
  area.addEventListener('input', takeTyped, aborter)
  area.addEventListener('compositionstart', beginHold, aborter)
  area.addEventListener('compositionend', endHold, aborter)
  text.observe(showChange)
  const stopWatching = sync.onDocReplaced(showReplaced)

  /** The text is another one, with another content. */
  function showReplaced(): void {
    text.unobserve(showChange)
    text = fieldOf(sync.doc(), field)
    text.observe(showChange)
    showText()
  }

  /** Changes the text area where it differs from the text. */
  function showText(): void {
    const current = text.toString()
    const edits = diffText(withLineFeeds(shown), withLineFeeds(current)).reverse()
    shown = current
    if (edits.length === 0) return
    const changed = { from: edits.at(-1)?.from ?? 0, to: edits[0]?.to ?? 0 }
    const change = () => {
      for (const { from, to, insert } of edits) area.setRangeText(insert, from, to, 'preserve')
    }
    keepInView(area, { changed, topOf, change })
  }

  function endHold(): void {
    if (isRefusing) refuse()
    isRefusing = false
    takeTyped()
    release?.()
    release = null
  }

  return () => {
    endHold()
    aborter.abort()
    stopWatching()
    text.unobserve(showChange)
  }
}

const unchanged = (typed: string) => typed

interface TextView extends Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'> {
  setRangeText(insert: string, from: number, to: number, selection: 'preserve'): void
}

/** Changes like the text area, without a layout. Always preserves the selection. */
function copyOf({ value, selectionStart, selectionEnd }: TextView): TextView {
  const copy: TextView = {
    ...{ value, selectionStart, selectionEnd },
    setRangeText(insert, from, to) {
      const moved = (position: number) =>
        position > to ? position + insert.length - (to - from) : Math.min(position, from)
      copy.value = copy.value.slice(0, from) + insert + copy.value.slice(to)
      copy.selectionStart = moved(copy.selectionStart)
      copy.selectionEnd = moved(copy.selectionEnd)
    },
  }
  return copy
}

/** A tool that changes several lines, such as the numbers of a list, leaves the carets of others in these lines in place. */
function typedEdits(before: string, after: string, caret: number): TextEdit[] {
  const splice = typedSplice(before, after, caret)
  const isOfLines = splice.insert.includes('\n') && before.slice(splice.from, splice.to).includes('\n')
  return isOfLines ? diffText(before, after) : [splice]
}

/**
 * The change of a text that ended with the caret there. Of several possible changes, such as a letter typed among equal ones, it is the one
 * at the caret: others may be typing between those letters.
 */
function typedSplice(before: string, after: string, caret: number): TextEdit {
  const tail = after.length - caret
  const isTypedAtCaret = tail <= before.length && before.slice(before.length - tail) === after.slice(caret)
  if (!isTypedAtCaret) return spliceOf(before, after)
  const end = before.length - tail
  const { from, to, insert } = spliceOf(before.slice(0, end), after.slice(0, caret))
  return { from, to, insert }
}

/** A part of a text, before it is changed. */
interface TextRange {
  from: number
  to: number
}

/** Where a change begins and ends in the text before it. */
function rangeOf(delta: Y.YTextEvent['delta']): TextRange {
  const [first] = delta
  const from = first?.retain ?? 0
  const to = delta.reduce((end, { retain = 0, delete: deleted = 0 }) => end + retain + deleted, 0)
  return { from, to }
}

interface Change {
  changed: TextRange
  /** Top of a character before the change, in pixels from the top of the text. */
  topOf: ((text: string, index: number) => number | undefined) | undefined
  change: () => void
}

/** Scrolls so that the caret stays at its place on the screen, if it is there. Measures as little text as possible. */
function keepInView(area: HTMLTextAreaElement, { changed, topOf, change }: Change): void {
  const { value, selectionEnd, selectionDirection } = area
  const scroller = area === document.activeElement ? scrollerOf(area) : null
  const restoreSelection = () =>
    area.setSelectionRange(area.selectionStart, area.selectionEnd, selectionDirection)
  // A change behind the caret does not move it.
  if (scroller === null || changed.from > selectionEnd) {
    change()
    if (scroller !== null) restoreSelection()
    return
  }
  const { top, bottom } = scroller.getBoundingClientRect()
  const caretTop = area.getBoundingClientRect().top + (topOf?.(value, selectionEnd) ?? heightBefore(area, 0))
  const isOnScreen = caretTop >= Math.max(top, 0) && caretTop <= Math.min(bottom, window.innerHeight)
  const paragraph = value.lastIndexOf('\n', selectionEnd - 1) + 1
  // Above the caret's paragraph, the text grows by as much as the whole. In it, the paragraph is measured.
  const measuredFrom = changed.from < paragraph ? 0 : paragraph
  const heightOf = changed.to < paragraph ? () => area.offsetHeight : () => heightBefore(area, measuredFrom)
  const height = isOnScreen ? heightOf() : 0
  change()
  restoreSelection()
  if (isOnScreen) scroller.scrollTop += heightOf() - height
}
function scrollerOf(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent)
    if (overflowY === 'auto' || overflowY === 'scroll') return parent
  }
  return document.scrollingElement ?? document.documentElement
}

/**
 * Height of the text from an index to the row of the caret, in pixels. Text areas have no API for it, so a copy of the text is measured.
 */
function heightBefore(area: HTMLTextAreaElement, from: number): number {
  const copy = document.createElement('div')
  const style = getComputedStyle(area)
  for (const property of COPIED_STYLES) copy.style.setProperty(property, style.getPropertyValue(property))
  copy.style.inlineSize = `${area.getBoundingClientRect().width}px`
  copy.className = 'sheet-text__measure'
  const mark = document.createElement('span')
  mark.append('|')
  copy.append(area.value.slice(from, area.selectionEnd), mark)
  area.after(copy)
  const height = mark.offsetTop
  copy.remove()
  return height
}

const COPIED_STYLES = [
  'box-sizing',
  'padding',
  'border',
  'font',
  'letter-spacing',
  'line-height',
  'tab-size',
  'text-indent',
  'white-space',
  'word-break',
  'overflow-wrap',
  'direction',
] as const

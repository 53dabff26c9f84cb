import type * as Y from 'yjs'
import { type DocumentField, fieldOf } from '#protocol/document/content.ts'
import { diffText, spliceOf } from '#protocol/document/merge.ts'
import type { DocumentSync } from './documentSync.ts'

interface BindingOptions {
  area: HTMLTextAreaElement
  sync: Pick<DocumentSync, 'doc' | 'hold' | 'onDocReplaced'>
  field: DocumentField
  /** Transforms typed text. Default: unchanged. */
  normalize?: (typed: string) => string
}

/** The origin of what the user of this tab types. */
export const TYPED = Symbol('typed')

/**
 * Connects a text area with a text of a document. What is typed changes the text at once. Changes of others wait until a composition ends,
 * because a change of the text area would break the syllable. They leave the caret, the selection and what is on the screen in place.
 * Returns the function that ends the connection.
 */
export function bindTextarea({ area, sync, field, normalize = unchanged }: BindingOptions): () => void {
  let text = fieldOf(sync.doc(), field)
  /** The content that the text area and the text last had in common. */
  let shown = text.toString()
  let release: (() => void) | null = null
  let isTyping = false
  if (area.value !== shown) area.value = shown

  function takeTyped(): void {
    const typed = area.value
    if (typed === shown) return
    const value = release === null ? normalize(typed) : typed
    if (value !== typed) area.value = value
    const { selectionStart } = area
    const { from, to, insert } = typedSplice(shown, value, selectionStart)
    shown = value
    isTyping = true
    text.doc?.transact(() => {
      if (to > from) text.delete(from, to - from)
      if (insert !== '') text.insert(from, insert)
    }, TYPED)
    isTyping = false
  }

  function showChange({ delta }: Y.YTextEvent): void {
    if (isTyping) return
    takeTyped()
    keepInView(area, () => {
      let at = 0
      for (const { retain = 0, insert = '', delete: deleted = 0 } of delta) {
        at += retain
        if (deleted > 0) area.setRangeText('', at, at + deleted, 'preserve')
        if (typeof insert !== 'string' || insert === '') continue
        area.setRangeText(insert, at, at, 'preserve')
        at += insert.length
      }
      shown = area.value
    })
  }

  const aborter = new AbortController()
  area.addEventListener('input', takeTyped, aborter)
  area.addEventListener('compositionstart', () => (release ??= sync.hold()), aborter)
  area.addEventListener('compositionend', endHold, aborter)
  text.observe(showChange)
  const stopWatching = sync.onDocReplaced(showReplaced)

  /** The text is another one, with another content. */
  function showReplaced(): void {
    text.unobserve(showChange)
    text = fieldOf(sync.doc(), field)
    text.observe(showChange)
    const edits = diffText(shown, text.toString()).reverse()
    if (edits.length === 0) return
    keepInView(area, () => {
      for (const { from, to, insert } of edits) area.setRangeText(insert, from, to, 'preserve')
    })
    shown = area.value
  }

  function endHold(): void {
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

/**
 * The change of a text that ended with the caret there. Of several possible changes, such as a letter typed among equal ones, it is the one
 * at the caret: others may be typing between those letters.
 */
function typedSplice(before: string, after: string, caret: number) {
  const tail = after.length - caret
  const isTypedAtCaret = tail <= before.length && before.slice(before.length - tail) === after.slice(caret)
  if (!isTypedAtCaret) return spliceOf(before, after)
  const end = before.length - tail
  const { from, to, insert } = spliceOf(before.slice(0, end), after.slice(0, caret))
  return { from, to, insert }
}

/** Scrolls so that the caret stays at its place on the screen, if it is there. */
function keepInView(area: HTMLTextAreaElement, change: () => void): void {
  const { selectionDirection } = area
  const scroller = area === document.activeElement ? scrollerOf(area) : null
  if (scroller === null) {
    change()
    return
  }
  const before = caretTop(area)
  change()
  area.setSelectionRange(area.selectionStart, area.selectionEnd, selectionDirection)
  const { top, bottom } = scroller.getBoundingClientRect()
  const isOnScreen = before >= Math.max(top, 0) && before <= Math.min(bottom, window.innerHeight)
  if (isOnScreen) scroller.scrollTop += caretTop(area) - before
}

function scrollerOf(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent)
    if (overflowY === 'auto' || overflowY === 'scroll') return parent
  }
  return document.scrollingElement ?? document.documentElement
}

/** Text areas have no API for the place of the caret, so a copy of the text before it is measured. In pixels from the top of the window. */
function caretTop(area: HTMLTextAreaElement): number {
  const copy = document.createElement('div')
  const style = getComputedStyle(area)
  for (const property of COPIED_STYLES) copy.style.setProperty(property, style.getPropertyValue(property))
  copy.style.inlineSize = `${area.getBoundingClientRect().width}px`
  copy.className = 'sheet-text__measure'
  const mark = document.createElement('span')
  mark.append('|')
  copy.append(area.value.slice(0, area.selectionEnd), mark)
  area.after(copy)
  const top = mark.offsetTop
  copy.remove()
  return area.getBoundingClientRect().top - area.scrollTop + top
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

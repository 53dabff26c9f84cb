import {
  type Edit,
  endOfLine,
  isInCode,
  startOfLine,
  type TextState,
} from '#client/features/notes/editor/commands/note.edit.ts'
import { gapsAround } from '#client/features/notes/editor/commands/note.tables.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { textLength, truncateText } from '#protocol/normalization.ts'

/** Reads pastes that the browser does not handle by itself, and turns them into edits of the text. */

const ADDRESS = /^https?:\/\/\S+$/

/** Links the selection to a pasted URL. Null if the paste is to be inserted as it is. */
export function linkSelection({ text, start, end }: TextState, pasted: string): Edit | null {
  const address = pasted.trim()
  const selected = text.slice(start, end)
  const isLinkable = selected.trim() !== '' && !/[\n[\]]/.test(selected) && !ADDRESS.test(selected.trim())
  if (!isLinkable || !ADDRESS.test(address) || isInCode(text, start)) return null
  const insert = `[${selected}](${address})`
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length }
}

/** Whether an insertion is longer than a note, or makes the text longer than the text field may be. */
export function isTooLong({ text, start, end }: TextState, insert: string): boolean {
  return textLength(insert) > NOTE_BODY_MAX || text.length - (end - start) + insert.length > FIELD_TEXT_MAX
}

/** Replaces the selection and places the caret after the insertion. */
function insertText({ start, end }: TextState, insert: string): Edit {
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length }
}

/** Inserts as much of a text as the note has room for. Null without room. */
export function insertBeginning(written: TextState, text: string): Edit | null {
  const room = NOTE_BODY_MAX - (written.text.length - (written.end - written.start))
  const beginning = truncateText(text, Math.max(0, room))
  return beginning === '' ? null : insertText(written, beginning)
}

/** Inserts paragraphs, separated from the text before and after them on the line. */
export function insertParagraphs({ text, start, end }: TextState, insert: string): Edit {
  const textBefore = text.slice(startOfLine(text, start), start).trim()
  const textAfter = text.slice(end, endOfLine(text, end)).trim()
  const whole = (textBefore && '\n\n') + (textAfter ? `${insert.trimEnd()}\n\n` : insert)
  return insertText({ text, start, end }, whole)
}

/** Also within a list item or a quote. */
const TABLE = /^[ >]*\|.*\n[ >]*\| ?:?-/

/** Inserts Markdown at the caret. A table at its beginning or end is separated from the text before or after it. */
export function insertMarkdown(written: TextState, markdown: string): Edit {
  const { lead, tail } = gapsAround(written)
  const last = markdown.slice(markdown.lastIndexOf('\n\n') + 1).trimStart()
  return insertText(written, (TABLE.test(markdown) ? lead : '') + markdown + (TABLE.test(last) ? tail : ''))
}

/** A larger file does not fit into a note. */
export const TEXT_FILE_BYTES_MAX = 1024 * 1024

export function isPictureFile({ type }: File): boolean {
  return type.startsWith('image/')
}

export function isTextFile({ name, type }: File): boolean {
  return /\.(?:md|markdown|txt)$/i.test(name) || type === 'text/markdown'
}

/** Elements that have formatting to keep. */
const FORMATTED =
  'h1, h2, h3, h4, h5, h6, ul, ol, li, table, blockquote, hr, dl, a[href], strong, b, em, i, s, del, strike, mark, q, ruby, sup, sub, u, ins, kbd, details, .callout, .markdown-alert, code, pre, math, mjx-container, .katex, .MathJax, input[type="checkbox"], [class*="MsoListParagraph"], img[src^="http"], img[alt]'
const FORMATTED_STYLE =
  /font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|line-through|vertical-align:\s*su[bp]|mso-list/i
/** Invisible and interactive elements. */
const REMOVED_ELEMENTS =
  'script:not([type^="math/tex"]), style, head, title, meta, link, template, noscript, button, svg, canvas, iframe, object, embed, audio, video'
/** Larger pages would block the editor and not fit into a note. */
const LENGTH_MAX = 1_000_000
const ELEMENTS_MAX = 5_000
const DEPTH_MAX = 40
/** Programs mark the copied part, which follows their styles. */
const [COPIED_START, COPIED_END] = ['<!--StartFragment-->', '<!--EndFragment-->']

/**
 * Parses HTML from the clipboard without running or loading anything, and removes invisible elements. Returns null for HTML without
 * formatting and for code, which are better pasted as plain text, and for HTML that is too large.
 */
export function readFormatted(html: string): HTMLElement | null {
  if (html.length > 5 * LENGTH_MAX) return null
  const [start, end] = [html.indexOf(COPIED_START), html.lastIndexOf(COPIED_END)]
  const copied = start >= 0 && end > start ? html.slice(start + COPIED_START.length, end) : html
  if (copied.length > LENGTH_MAX) return null
  const { body } = new DOMParser().parseFromString(copied, 'text/html')
  if (isTooLarge(body)) return null
  for (const element of body.querySelectorAll(REMOVED_ELEMENTS)) element.remove()
  return isCode(body) || !isFormatted(body) ? null : body
}

function isFormatted(body: HTMLElement): boolean {
  // Google Docs wraps everything in a `b` element with normal weight.
  const isUnboldedTag = (element: Element) =>
    /^(?:b|strong)$/.test(element.localName) &&
    /font-weight:\s*normal/.test(element.getAttribute('style') ?? '')
  return (
    [...body.querySelectorAll(FORMATTED)].some(element => !isUnboldedTag(element)) ||
    [...body.querySelectorAll('[style]')].some(element =>
      FORMATTED_STYLE.test(element.getAttribute('style') ?? ''),
    )
  )
}

function isTooLarge(body: HTMLElement): boolean {
  const elements = [...body.querySelectorAll('*')]
  return elements.length > ELEMENTS_MAX || elements.some(element => depthOf(element) > DEPTH_MAX)
}

function depthOf(element: Element): number {
  let depth = 0
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) depth += 1
  return depth
}

/** Whether all text is within `pre` elements. */
function isCode(body: HTMLElement): boolean {
  const code = [...body.querySelectorAll('pre')].map(({ textContent }) => textContent).join('')
  const withoutSpace = (text: string) => text.replace(/\s/g, '')
  return code !== '' && withoutSpace(code) === withoutSpace(body.textContent)
}

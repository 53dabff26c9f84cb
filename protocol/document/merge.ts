import { diffArrays } from 'diff'
import type { DocumentContent, DocumentField, TextEdit } from './content.ts'

/** Words, spaces and line breaks separately, so that a diff of a whole note compares at most a few thousand tokens. */
const WORDS = /\n|[^\S\n]+|[^\s]+/g
const LETTERS = /[\s\S]/gu
/**
 * With more changed words, or letters of a changed word, the whole is one replacement. The time of a comparison grows with the square of
 * its edits: this many take about 10 ms.
 */
const EDITS_MAX = 300

/**
 * Edits that turn `before` into `after`, in ascending order. Positions are in `before`. Compares words, then the letters of changed
 * words, which together may take as long as the words.
 */
export function diffText(before: string, after: string): TextEdit[] {
  let work = EDITS_MAX ** 2
  const words = diffTokens(before, spliceOf(before, after), { tokens: WORDS, editsMax: EDITS_MAX })
  return words.edits.flatMap(edit => {
    const editsMax = Math.floor(Math.sqrt(work))
    const { edits, count } = diffTokens(before, edit, { tokens: LETTERS, editsMax })
    work -= count ** 2
    return edits
  })
}

export type ContentEdits = Record<DocumentField, TextEdit[]>

/** `diffText` of title and text. */
export const diffContent = (before: DocumentContent, after: DocumentContent): ContentEdits => ({
  title: diffText(before.title, after.title),
  text: diffText(before.text, after.text),
})

/** `mergeEdits` of title and text. */
export const mergeContent = (
  base: DocumentContent,
  mine: DocumentContent,
  theirs: DocumentContent,
): ContentEdits => ({
  title: mergeEdits(base.title, mine.title, theirs.title),
  text: mergeEdits(base.text, mine.text, theirs.text),
})

/** The edits inside of a replacement. `count`: of tokens, as far as they were compared. */
function diffTokens(
  before: string,
  { from, to, insert }: TextEdit,
  { tokens, editsMax }: { tokens: RegExp; editsMax: number },
): { edits: TextEdit[]; count: number } {
  if (from === to && insert === '') return { edits: [], count: 0 }
  if (from === to || insert === '') return { edits: [{ from, to, insert }], count: 0 }
  const changes = diffArrays(before.slice(from, to).match(tokens) ?? [], insert.match(tokens) ?? [], {
    maxEditLength: editsMax,
  })
  if (changes === undefined) return { edits: [{ from, to, insert }], count: editsMax }
  const edits: TextEdit[] = []
  let at = from
  let open: TextEdit | null = null
  for (const { value, added, removed } of changes) {
    const words = value.join('')
    if (!added && !removed) {
      at += words.length
      open = null
      continue
    }
    if (open === null) {
      open = { from: at, to: at, insert: '' }
      edits.push(open)
    }
    if (added) open.insert += words
    else {
      at += words.length
      open.to = at
    }
  }
  const count = changes.reduce(
    (sum, { value, added, removed }) => sum + (added || removed ? value.length : 0),
    0,
  )
  return { edits: edits.map(edit => trimmed(before, edit)), count }
}

/** The one replacement between the common start and the common end. Never splits a surrogate pair. */
export function spliceOf(before: string, after: string): TextEdit {
  return trimmed(before, { from: 0, to: before.length, insert: after })
}

function trimmed(text: string, { from, to, insert }: TextEdit): TextEdit {
  const most = Math.min(to - from, insert.length)
  let start = 0
  while (start < most && text.charCodeAt(from + start) === insert.charCodeAt(start)) start += 1
  if (start > 0 && isHighSurrogate(insert.charCodeAt(start - 1))) start -= 1
  let end = 0
  while (end < most - start && text.charCodeAt(to - 1 - end) === insert.charCodeAt(insert.length - 1 - end))
    end += 1
  if (end > 0 && isLowSurrogate(insert.charCodeAt(insert.length - end))) end -= 1
  return { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) }
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff

/**
 * The edits of `theirs` that add the change from `base` to `mine`, in ascending order. Keeps all that `theirs` added, and deletes only
 * units of `base`. A change that both made is made once, also if theirs goes on: it was sent before.
 */
export function mergeEdits(base: string, mine: string, theirs: string): TextEdit[] {
  if (mine === theirs || mine === base) return []
  // A new text that was sent before, and changed since.
  if (base === '' && theirs.includes(mine)) return []
  const theirEdits = diffText(base, theirs)
  const positions = positionsAfter(base, theirEdits)
  return diffText(base, mine).flatMap(edit => {
    const isMadeByBoth = theirEdits.some(
      ({ from, to, insert }) => from === edit.from && to === edit.to && insert.startsWith(edit.insert),
    )
    return isMadeByBoth ? [] : mapEdit(edit, positions)
  })
}

interface Positions {
  /** Where each unit of the base text, and its end, is after the edits. */
  at: Int32Array
  isDeleted: Uint8Array
}

function positionsAfter(base: string, edits: readonly TextEdit[]): Positions {
  const at = new Int32Array(base.length + 1)
  const isDeleted = new Uint8Array(base.length + 1)
  let next = 0
  let unit = 0
  for (const { from, to, insert } of edits) {
    for (; unit < from; unit += 1) at[unit] = next++
    // Deleted units are before what replaces them.
    for (; unit < to; unit += 1) {
      at[unit] = next
      isDeleted[unit] = 1
    }
    next += insert.length
  }
  for (; unit <= base.length; unit += 1) at[unit] = next++
  return { at, isDeleted }
}

/** Inserts at the mapped start, and deletes the runs of units that are still there. */
function mapEdit({ from, to, insert }: TextEdit, { at, isDeleted }: Positions): TextEdit[] {
  const start = at[from] ?? 0
  const edits: TextEdit[] = [{ from: start, to: start, insert }]
  for (let unit = from; unit < to; unit += 1) {
    if (isDeleted[unit] === 1) continue
    const position = at[unit] ?? 0
    const last = edits.at(-1)
    if (last !== undefined && last.to === position) last.to = position + 1
    else edits.push({ from: position, to: position + 1, insert: '' })
  }
  return edits.filter(edit => edit.to > edit.from || edit.insert !== '')
}

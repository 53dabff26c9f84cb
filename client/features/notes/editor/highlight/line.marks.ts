import { readUploadAddress } from '#protocol/pictureAddress.ts'

/** What of a line is a sign for the renderer and not a word: pure, and in time proportional to its length. */

/** A part of a line, from and up to these places in it. */
export interface Mark {
  from: number
  to: number
  /** The key of the upload, where it is a picture that is going up; everything else is to stand back. */
  upload?: string
}

/** Longer lines are pasted data, in whose inside nobody looks for signs. */
const LENGTH_MAX = 2_000

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const QUOTE = /^(?: {0,3}>)+/
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const TABLE_RULE = /^[ \t|:-]+$/
const HEADING = /^ {0,3}#{1,6}(?=[ \t]|$)/
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)(?:[ \t]+\[([ xX])\](?=[ \t]|$))?/
const INLINE = /\\.|`+|\*{1,3}|_{1,3}|~~|==|\$\$?|!?\[|\]\(([^()\s]*)\)|\|/gu
const LETTER = /[\p{L}\p{N}]/u

/** The fence that is open behind a line, when that one is before it; null outside of code. */
export function fenceAfter(line: string, fence: string | null): string | null {
  const found = FENCE.exec(line)?.[1]
  if (found === undefined) return fence
  if (fence === null) return found
  const closes = found.startsWith(fence) && line.trim() === found
  return closes ? null : fence
}

/** The signs of a line, in their order and none within another. `fence` is the one that is open before the line. */
export function marksOf(line: string, fence: string | null): Mark[] {
  const whole = [{ from: 0, to: line.length }]
  if (fence !== fenceAfter(line, fence)) return whole
  if (fence !== null || line === '') return []
  if (RULE.test(line) || isTableRule(line)) return whole
  const quote = QUOTE.exec(line)?.[0].length ?? 0
  const rest = line.slice(quote)
  const item = ITEM.exec(rest)
  const isDone = item?.[1] !== undefined && item[1] !== ' '
  const head = quote + ((item ?? HEADING.exec(rest))?.[0].length ?? 0)
  const first = { from: 0, to: isDone ? line.length : head }
  const within = isDone || line.length > LENGTH_MAX ? [] : inlineMarks(line, head)
  return [...(first.to > 0 ? [first] : []), ...within]
}

/** The line under a table's head. */
function isTableRule(line: string): boolean {
  return line.includes('|') && line.includes('-') && TABLE_RULE.test(line)
}

/** The signs around words, each with its counterpart. */
function inlineMarks(line: string, from: number): Mark[] {
  const marks: Mark[] = []
  const opened = new Map<string, Mark>()
  const isTable = line.slice(from).trimStart().startsWith('|')
  INLINE.lastIndex = from
  for (let found = INLINE.exec(line); found !== null; found = INLINE.exec(line)) {
    const sign = found[0]
    const mark: Mark = { from: found.index, to: found.index + sign.length }
    if (sign === '|') {
      if (isTable) marks.push(mark)
    } else if (sign.startsWith('`')) {
      const end = endOfCode(line, mark.to, sign)
      if (end !== null) {
        marks.push(mark, end)
        INLINE.lastIndex = end.to
      }
    } else if (sign.endsWith('[')) opened.set('[', mark)
    else if (found[1] !== undefined) closeLink(marks, opened, mark, found[1])
    else if (!sign.startsWith('\\')) pair(marks, opened, line, mark)
  }
  return marks.sort((one, other) => one.from - other.from)
}

function endOfCode(line: string, after: number, sign: string): Mark | null {
  const from = line.indexOf(sign, after)
  return from < 0 || line[from + sign.length] === '`' ? null : { from, to: from + sign.length }
}

/** A link's brackets and address; a picture that is going up is one mark, from end to end. */
function closeLink(marks: Mark[], opened: Map<string, Mark>, end: Mark, address: string): void {
  const start = opened.get('[')
  if (start === undefined) return
  opened.delete('[')
  const upload = readUploadAddress(address)
  if (upload === null) {
    marks.push(start, end)
    return
  }
  const inside = marks.findIndex(mark => mark.from >= start.from)
  if (inside >= 0) marks.splice(inside)
  marks.push({ from: start.from, to: end.to, upload })
}

function pair(marks: Mark[], opened: Map<string, Mark>, line: string, mark: Mark): void {
  const sign = line.slice(mark.from, mark.to)
  const [before = ' ', after = ' '] = [line[mark.from - 1], line[mark.to]]
  if (sign.startsWith('_') && LETTER.test(before) && LETTER.test(after)) return
  const start = opened.get(sign)
  if (start !== undefined && before.trim() !== '' && start.to < mark.from) {
    opened.delete(sign)
    marks.push(start, mark)
  } else if (after.trim() !== '') opened.set(sign, mark)
}

import { applyToText, type Edit, isInCode, type TextState, trimEdit } from './note.edit.ts'

/** Captures the quote prefix, the indent, the number and the delimiter. */
const NUMBERED_ITEM = /^((?: {0,3}>)*)([ \t]*)(\d{1,9})([.)])(?= )/
const BULLET_ITEM = /^((?: {0,3}>)*)([ \t]*)[-*+] /
const CONTINUATION_LINE = /^(?: {0,3}>)* ?(?:[ \t]|$)/

interface NumberedLine {
  line: number
  /** Index of the list to which the line belongs. */
  list: number
  indent: number
  number: number
}

/**
 * Extends an edit so that the surrounding lists stay consecutive: `1. 2. 2.` becomes `1. 2. 3.`. Lists that were not consecutive before
 * stay unchanged, such as the years `2024. 봄` and `2026. 가을`.
 */
export function renumberLists(state: TextState, edit: Edit): Edit {
  const { text } = state
  if (isInCode(text, edit.from)) return edit
  const before = text.split('\n')
  const after = applyToText(state, edit).split('\n')
  const firstLine = lineIndexAt(text, edit.from)
  const lastBefore = lineIndexAt(text, edit.to)
  const blockBefore = findListBlock(before, firstLine, lastBefore)
  const linesBefore = findNumberedLines(before, blockBefore)
  if (!areConsecutive(linesBefore)) return edit
  const lastAfter = lastBefore + after.length - before.length
  const lines = findNumberedLines(after, findListBlock(after, firstLine, lastAfter))
  const previousIndents =
    before.length === after.length ? laterItemIndents(linesBefore) : new Map<number, number>()
  const changes = new Map<number, number>()
  for (const list of groupByList(lines)) {
    const [first] = list
    // An indented item from the middle of a list starts a new list.
    const isNewSublist =
      first !== undefined && first.indent > (previousIndents.get(first.line) ?? first.indent)
    const begin = isNewSublist
      ? 1
      : list.reduce((least, { number }) => Math.min(least, number), Number.POSITIVE_INFINITY)
    list.forEach(({ line, number }, index) => {
      if (number !== begin + index) changes.set(line, begin + index)
    })
  }
  return changes.size === 0 ? edit : applyNumbers(state, edit, after, changes)
}

/** Indents of all items except the first of each list, by line. */
function laterItemIndents(lines: readonly NumberedLine[]): Map<number, number> {
  return new Map(
    groupByList(lines).flatMap(([, ...later]) => later.map(({ line, indent }) => [line, indent])),
  )
}

function applyNumbers(state: TextState, edit: Edit, after: string[], changes: Map<number, number>): Edit {
  const renumber = (line: string, index: number) => {
    const number = changes.get(index)
    return number === undefined ? line : line.replace(NUMBERED_ITEM, `$1$2${number}$4`)
  }
  const lines = after.map(renumber)
  const insert = lines.join('\n')
  const mapPosition = (at: number) => {
    const head = applyToText(state, edit).slice(0, at)
    const index = head.split('\n').length - 1
    const column = at - (head.lastIndexOf('\n') + 1)
    const grown = (lines[index] ?? '').length - (after[index] ?? '').length
    const above = lines.slice(0, index).join('\n').length + (index > 0 ? 1 : 0)
    return above + (column === 0 ? 0 : column + grown)
  }
  const whole = {
    from: 0,
    to: state.text.length,
    insert,
    start: mapPosition(edit.start),
    end: mapPosition(edit.end),
  }
  return trimEdit(state.text, whole)
}

const lineIndexAt = (text: string, at: number) => text.slice(0, at).split('\n').length - 1

interface LineRange {
  first: number
  last: number
}

/** Extends a range over adjacent list items and their indented or empty lines. */
function findListBlock(lines: readonly string[], from: number, to: number): LineRange {
  const isPartOfList = (line: string | undefined) =>
    line !== undefined && (NUMBERED_ITEM.test(line) || BULLET_ITEM.test(line) || CONTINUATION_LINE.test(line))
  let first = from
  while (isPartOfList(lines[first - 1])) first--
  let last = to
  while (isPartOfList(lines[last + 1])) last++
  return { first, last }
}

function findNumberedLines(lines: readonly string[], { first, last }: LineRange): NumberedLine[] {
  const found: NumberedLine[] = []
  /** The open lists, innermost last. Bullet lists are included, because they end numbered lists. */
  const openLists: { indent: number; list: number; kind: string }[] = []
  let lists = 0
  for (let line = first; line <= last; line++) {
    const source = lines[line] ?? ''
    const numbered = NUMBERED_ITEM.exec(source)
    const [, quote = '', space = ''] = numbered ?? BULLET_ITEM.exec(source) ?? []
    if (numbered === null && !BULLET_ITEM.test(source)) continue
    const kind = quote.trim() + (numbered?.[4] ?? '-')
    const indent = space.length
    while ((openLists.at(-1)?.indent ?? -1) > indent) openLists.pop()
    const same = openLists.at(-1)
    if (same?.indent !== indent || same.kind !== kind) {
      if (same?.indent === indent) openLists.pop()
      openLists.push({ indent, list: lists++, kind })
    }
    const list = openLists.at(-1)?.list ?? 0
    if (numbered) found.push({ line, list, indent, number: Number(numbered[3]) })
  }
  return found
}

function groupByList(lines: readonly NumberedLine[]): NumberedLine[][] {
  const lists = new Map<number, NumberedLine[]>()
  for (const line of lines) {
    const list = lists.get(line.list)
    if (list) list.push(line)
    else lists.set(line.list, [line])
  }
  return [...lists.values()]
}

function areConsecutive(lines: readonly NumberedLine[]): boolean {
  return groupByList(lines).every(list =>
    list.every(({ number }, index) => index === 0 || number === (list[index - 1]?.number ?? 0) + 1),
  )
}

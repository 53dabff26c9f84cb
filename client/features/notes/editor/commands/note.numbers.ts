import { applied, type Edit, isInCode, trimmed, type Written } from './note.edit.ts'

/** A line of a list with a number: what is before the number, the number, its point or bracket, and the rest. */
const NUMBERED = /^((?: {0,3}>)*)([ \t]*)(\d{1,9})([.)])(?= )/
const BULLET = /^((?: {0,3}>)*)([ \t]*)[-*+] /
const CONTINUED = /^(?: {0,3}>)* ?(?:[ \t]|$)/

interface Numbered {
  line: number
  /** Lines with the same number here count together. */
  list: number
  indent: number
  number: number
}

/**
 * The same change, after which the numbers around it count on: `1. 2. 2.` becomes `1. 2. 3.`. Only where they counted by
 * one before, for `2024. 봄` and `2026. 가을` are no list to be mended.
 */
export function recounted(written: Written, edit: Edit): Edit {
  const { text } = written
  if (isInCode(text, edit.from)) return edit
  const before = text.split('\n')
  const after = applied(written, edit).split('\n')
  const place = lineAt(text, edit.from)
  const lastBefore = lineAt(text, edit.to)
  const blockBefore = blockAround(before, place, lastBefore)
  const linesBefore = numberedOf(before, blockBefore)
  if (!countsByOne(linesBefore)) return edit
  const lastAfter = lastBefore + after.length - before.length
  const lines = numberedOf(after, blockAround(after, place, lastAfter))
  const wereLater = before.length === after.length ? laterOnes(linesBefore) : new Map<number, number>()
  const changes = new Map<number, number>()
  for (const list of listsOf(lines)) {
    const [first] = list
    // One that was moved in from the middle of a list begins another one.
    const hasMovedIn = first !== undefined && first.indent > (wereLater.get(first.line) ?? first.indent)
    const begin = hasMovedIn
      ? 1
      : list.reduce((least, { number }) => Math.min(least, number), Number.POSITIVE_INFINITY)
    list.forEach(({ line, number }, index) => {
      if (number !== begin + index) changes.set(line, begin + index)
    })
  }
  return changes.size === 0 ? edit : withNumbers(written, edit, after, changes)
}

/** The indents of those that are not the first of their lists, by their lines. */
function laterOnes(lines: readonly Numbered[]): Map<number, number> {
  return new Map(listsOf(lines).flatMap(([, ...later]) => later.map(({ line, indent }) => [line, indent])))
}

function withNumbers(written: Written, edit: Edit, after: string[], changes: Map<number, number>): Edit {
  const recount = (line: string, place: number) => {
    const number = changes.get(place)
    return number === undefined ? line : line.replace(NUMBERED, `$1$2${number}$4`)
  }
  const lines = after.map(recount)
  const insert = lines.join('\n')
  const follow = (at: number) => {
    const head = applied(written, edit).slice(0, at)
    const place = head.split('\n').length - 1
    const column = at - (head.lastIndexOf('\n') + 1)
    const grown = (lines[place] ?? '').length - (after[place] ?? '').length
    const above = lines.slice(0, place).join('\n').length + (place > 0 ? 1 : 0)
    return above + (column === 0 ? 0 : column + grown)
  }
  const whole = { from: 0, to: written.text.length, insert, start: follow(edit.start), end: follow(edit.end) }
  return trimmed(written.text, whole)
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length - 1

interface Block {
  first: number
  last: number
}

/** The lines of a list, and what is indented or empty between them, around some lines. */
function blockAround(lines: readonly string[], from: number, to: number): Block {
  const belongs = (line: string | undefined) =>
    line !== undefined && (NUMBERED.test(line) || BULLET.test(line) || CONTINUED.test(line))
  let first = from
  while (belongs(lines[first - 1])) first--
  let last = to
  while (belongs(lines[last + 1])) last++
  return { first, last }
}

function numberedOf(lines: readonly string[], { first, last }: Block): Numbered[] {
  const found: Numbered[] = []
  /** The open lists, the innermost last. Bullets have a list, too, which ends those of numbers. */
  const open: { indent: number; list: number; kind: string }[] = []
  let lists = 0
  for (let line = first; line <= last; line++) {
    const source = lines[line] ?? ''
    const numbered = NUMBERED.exec(source)
    const [, quote = '', space = ''] = numbered ?? BULLET.exec(source) ?? []
    if (numbered === null && !BULLET.test(source)) continue
    const kind = quote.trim() + (numbered?.[4] ?? '-')
    const indent = space.length
    while ((open.at(-1)?.indent ?? -1) > indent) open.pop()
    const same = open.at(-1)
    if (same?.indent !== indent || same.kind !== kind) {
      if (same?.indent === indent) open.pop()
      open.push({ indent, list: lists++, kind })
    }
    const list = open.at(-1)?.list ?? 0
    if (numbered) found.push({ line, list, indent, number: Number(numbered[3]) })
  }
  return found
}

function listsOf(lines: readonly Numbered[]): Numbered[][] {
  const lists = new Map<number, Numbered[]>()
  for (const line of lines) {
    const list = lists.get(line.list)
    if (list) list.push(line)
    else lists.set(line.list, [line])
  }
  return [...lists.values()]
}

function countsByOne(lines: readonly Numbered[]): boolean {
  return listsOf(lines).every(list =>
    list.every(({ number }, index) => index === 0 || number === (list[index - 1]?.number ?? 0) + 1),
  )
}

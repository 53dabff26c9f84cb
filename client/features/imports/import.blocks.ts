import type { Token } from 'markdown-it'
import { parseBlocks, referenceName } from '#client/markdown/markdown.parser.ts'
import type { Segment } from '#protocol/noteLinks.ts'

/** The blocks of a text as the product reads them, by the lines in which they are written. */

export interface Block {
  type: string
  open: Token
  /** From the opening to the closing one. */
  tokens: readonly Token[]
  lines: readonly string[]
  /** What stands between it and the block before. */
  gap: string
}

export interface Definition {
  /** `[^label]` of a footnote; of a reference its normalized label. */
  label: string
  text: string
}

/** What stands on the outermost level; definitions apart, for they may be needed elsewhere. */
export function blocksOf(text: string): { blocks: Block[]; definitions: Definition[] } {
  const lines = text.split('\n')
  const tokens = parseBlocks(text)
  const referred = referredFootnotes(text, tokens)
  const blocks: Block[] = []
  const definitions: Definition[] = []
  let end = 0
  let isBroken = false
  for (let at = 0; at < tokens.length; at++) {
    const open = tokens[at]
    if (!open?.map || open.level > 0 || open.nesting < 0) continue
    const [from, to] = [Math.max(end, open.map[0]), open.map[1]]
    const own = withoutBlankEnd(lines.slice(from, to))
    const defined = definedBy(open, own, referred)
    if (defined.length > 0) {
      definitions.push(...defined)
      isBroken = true
    } else {
      let last = at
      while (open.nesting > 0 && last < tokens.length - 1 && !(last > at && tokens[last]?.level === 0))
        last += 1
      blocks.push({
        ...{ type: open.type, open, lines: own },
        tokens: tokens.slice(at, last + 1),
        gap: isBroken ? '\n\n' : '\n'.repeat(blocks.length === 0 ? 1 : from - end + 1),
      })
      isBroken = false
    }
    end = Math.max(end, from + own.length)
  }
  return { blocks, definitions }
}

/** None of a block that is shown where it stands. */
function definedBy(open: Token, lines: readonly string[], referred: ReadonlySet<string>): Definition[] {
  const text = lines.join('\n')
  if (open.type === 'footnote_open') {
    const label = footnoteLabel(open)
    return label !== null && referred.has(label) ? [{ label: `[^${label}]`, text }] : []
  }
  if (open.type === 'reference_definition') {
    const label = /^ {0,3}\[([^[\]]+)\]:/.exec(text)?.[1]
    return label === undefined ? [] : [{ label: referenceName(label), text }]
  }
  const imported = lines.map(line => IMPORTED_DEFINITION.exec(line)?.[1])
  if (open.type !== 'paragraph_open' || imported.includes(undefined)) return []
  return lines.map((line, at) => ({ label: referenceName(imported[at] ?? ''), text: line }))
}

/** It leads to another note or a picture of the import once these are there. */
const IMPORTED_DEFINITION = /^ {0,3}\[([^[\]^][^[\]]*)\]:[ \t]*(?:\ufdd0|upload:)/

const footnoteLabel = (open: Token) => (typeof open.meta?.label === 'string' ? open.meta.label : null)

/** One that nothing refers to is shown where it stands. */
function referredFootnotes(text: string, tokens: readonly Token[]): Set<string> {
  const labels = tokens.flatMap(token => (token.type === 'footnote_open' ? [footnoteLabel(token)] : []))
  return new Set(
    labels.flatMap(label => {
      const mark = `[^${label}]`
      const first = text.indexOf(mark)
      return label !== null && text.indexOf(mark, first + 1) > 0 ? [label] : []
    }),
  )
}

function withoutBlankEnd(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex(line => line.trim() !== '') + 1)
}

/** The items of a list, with its first line as line 0 of `lines`. */
export function itemsOf(lines: readonly string[], tokens: readonly Token[]) {
  const [list] = tokens
  const offset = list?.map?.[0] ?? 0
  const start = Number(list?.attrGet('start') ?? 1)
  const items = tokens.filter(token => token.type === 'list_item_open' && token.level === 1)
  return items.map((token, index) => {
    const from = (token.map?.[0] ?? 0) - offset
    const to = (items[index + 1]?.map?.[0] ?? offset + lines.length) - offset
    const own = lines.slice(from, to)
    const [, indent = '', number, sign = ''] = /^( *)(?:(\d{1,9})([.)]))?/.exec(own[0] ?? '') ?? []
    /** As the first of a list, which begins with its number. */
    const asFirst = (): string[] => {
      if (number === undefined) return withoutBlankEnd(own)
      const counted = String(start + index)
      const wider = counted.length - number.length
      const [first = '', ...rest] = own
      const head = `${indent}${counted}${sign}${first.slice(indent.length + number.length + 1)}`
      return withoutBlankEnd([head, ...rest.map(line => shifted(line, wider))])
    }
    return {
      lines: own,
      asFirst,
      /** What stands in it, and its mark. */
      inside() {
        const [first = '', ...rest] = asFirst()
        const [mark = ''] = /^ *(?:[-*+]|\d{1,9}[.)])(?: {1,4}|$)/.exec(first) ?? []
        const content = [first.slice(mark.length), ...rest.map(line => shifted(line, -mark.length))]
        return { mark: mark === '' ? '- ' : mark, content: content.join('\n') }
      },
    }
  })
}

/** Further to the right, or to the left as far as it is blank there. */
function shifted(line: string, by: number): string {
  if (line.trim() === '') return ''
  if (by >= 0) return ' '.repeat(by) + line
  return line.slice(Math.min(-by, line.length - line.trimStart().length))
}

/** The lines of a text that hold inline text, and those that define references: links stand nowhere else. */
export function segmentsIn(text: string): Segment[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const endOf = (line: number) => (starts[line] ?? text.length + 1) - 1
  const segments: Segment[] = []
  let end = 0
  for (const { type, map } of parseBlocks(text)) {
    if (!map || !['inline', 'tr_open', 'reference_definition'].includes(type)) continue
    const from = Math.max(map[0], end)
    // A definition that leads to a file is none to the product, and stands in a paragraph.
    const definitions = type !== 'tr_open'
    if (from < map[1]) segments.push({ from: starts[from] ?? 0, to: endOf(map[1]), definitions })
    end = Math.max(end, map[1])
  }
  return segments
}

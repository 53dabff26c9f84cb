import type { Token } from 'markdown-it'
import { parseBlocks, parseMarkdown, referenceName } from '#protocol/markdown/markdown.parser.ts'
import type { Segment } from '#protocol/noteLinks.ts'

/** The Markdown blocks of a text with their source lines. */

export interface Block {
  type: string
  open: Token
  /** From the opening to the closing token. */
  tokens: readonly Token[]
  lines: readonly string[]
  /** The source between the previous block and this one. */
  gap: string
}

interface Definition {
  /** `[^label]` of a footnote, or the normalized label of a reference. */
  label: string
  text: string
}

/** Returns the top-level blocks, and separately the definitions, which other parts may need. */
export function parseBlocksOf(text: string): { blocks: Block[]; definitions: Definition[] } {
  const lines = text.split('\n')
  const tokens = parseBlocks(text)
  const referred = usedFootnotes(text, tokens)
  const blocks: Block[] = []
  const definitions: Definition[] = []
  let end = 0
  let isBroken = false
  for (let at = 0; at < tokens.length; at++) {
    const open = tokens[at]
    if (!open?.map || open.level > 0 || open.nesting < 0) continue
    const [from, to] = [Math.max(end, open.map[0]), open.map[1]]
    const own = trimBlankEnd(lines.slice(from, to))
    const defined = definitionsOf(open, own, referred)
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

/** The definitions in a block; empty for a block that renders in place. */
function definitionsOf(open: Token, lines: readonly string[], referred: ReadonlySet<string>): Definition[] {
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

/** A definition that will point to a note or picture of the import. */
const IMPORTED_DEFINITION = /^ {0,3}\[([^[\]^][^[\]]*)\]:[ \t]*(?:\ufdd0|upload:)/

const footnoteLabel = (open: Token) => (typeof open.meta?.label === 'string' ? open.meta.label : null)

/** The footnotes with a reference. A footnote without one renders in place. */
function usedFootnotes(text: string, tokens: readonly Token[]): Set<string> {
  const labels = tokens.flatMap(token => (token.type === 'footnote_open' ? [footnoteLabel(token)] : []))
  return new Set(
    labels.flatMap(label => {
      const mark = `[^${label}]`
      const first = text.indexOf(mark)
      return label !== null && text.indexOf(mark, first + 1) > 0 ? [label] : []
    }),
  )
}

function trimBlankEnd(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex(line => line.trim() !== '') + 1)
}

/** The items of a list. `lines[0]` is the first line of the list. */
export function listItemsOf(lines: readonly string[], tokens: readonly Token[]) {
  const [list] = tokens
  const offset = list?.map?.[0] ?? 0
  const start = Number(list?.attrGet('start') ?? 1)
  const items = tokens.filter(token => token.type === 'list_item_open' && token.level === 1)
  return items.map((token, index) => {
    const from = (token.map?.[0] ?? 0) - offset
    const to = (items[index + 1]?.map?.[0] ?? offset + lines.length) - offset
    const own = lines.slice(from, to)
    const [, indent = '', number, sign = ''] = /^( *)(?:(\d{1,9})([.)]))?/.exec(own[0] ?? '') ?? []
    /** The source of the item as the first item of a list, with its own number. */
    const asFirst = (): string[] => {
      if (number === undefined) return trimBlankEnd(own)
      const counted = String(start + index)
      const wider = counted.length - number.length
      const [first = '', ...rest] = own
      const head = `${indent}${counted}${sign}${first.slice(indent.length + number.length + 1)}`
      return trimBlankEnd([head, ...rest.map(line => indentBy(line, wider))])
    }
    return {
      lines: own,
      asFirst,
      /** The list mark, and the content without indentation. */
      inside() {
        const [first = '', ...rest] = asFirst()
        const [mark = ''] = /^ *(?:[-*+]|\d{1,9}[.)])(?: {1,4}|$)/.exec(first) ?? []
        const content = [first.slice(mark.length), ...rest.map(line => indentBy(line, -mark.length))]
        return { mark: mark === '' ? '- ' : mark, content: content.join('\n') }
      },
    }
  })
}

/** Indents a line, or removes up to that much indentation if `by` is negative. */
function indentBy(line: string, by: number): string {
  if (line.trim() === '') return ''
  if (by >= 0) return ' '.repeat(by) + line
  return line.slice(Math.min(-by, line.length - line.trimStart().length))
}

/** The segments of a text that can contain links: inline text and reference definitions. */
export function findSegments(text: string): Segment[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const endOf = (line: number) => (starts[line] ?? text.length + 1) - 1
  const segments: Segment[] = []
  let end = 0
  for (const { type, map } of parseBlocks(text)) {
    if (!map || !['inline', 'tr_open', 'reference_definition'].includes(type)) continue
    const from = Math.max(map[0], end)
    // The parser treats a definition with a file name as a paragraph.
    const definitions = type !== 'tr_open'
    if (from < map[1]) segments.push({ from: starts[from] ?? 0, to: endOf(map[1]), definitions })
    end = Math.max(end, map[1])
  }
  return segments
}

/** The maximum length of a definition as a fraction of a part. A longer one leaves too little room for text. */
const DEFINITION_SHARE_MAX = 0.6

/** Tracks which link and footnote definitions each part needs. `max`: the length of a part. */
export function createDefinitions(definitions: readonly Definition[], max: number) {
  const byLabel = new Map<string, string>()
  for (const { label, text } of definitions)
    if (!byLabel.has(label) && text.length <= max * DEFINITION_SHARE_MAX) byLabel.set(label, text)
  const appended = new Set<string>()
  const cachedLabels = new Map<string, Set<string>>()

  /** Includes definitions that footnotes use in turn. */
  function usedIn(text: string): Set<string> {
    const usedLabels = new Set<string>()
    if (byLabel.size === 0) return usedLabels
    const queue = [text]
    for (let next = queue.pop(); next !== undefined; next = queue.pop())
      for (const label of labelsIn(next)) {
        const definition = byLabel.get(label)
        if (definition === undefined || usedLabels.has(label)) continue
        usedLabels.add(label)
        if (label.startsWith('[^')) queue.push(definition)
      }
    return usedLabels
  }

  const textOf = (labels: ReadonlySet<string>) =>
    definitions
      .filter(({ label, text }) => labels.has(label) && byLabel.get(label) === text)
      .map(({ text }) => text)
      .join('\n')

  return {
    usedIn(text: string): Set<string> {
      const usedLabels = cachedLabels.get(text) ?? usedIn(text)
      if (text.length < 200) cachedLabels.set(text, usedLabels)
      return usedLabels
    },
    lengthOf(labels: ReadonlySet<string>): number {
      let length = labels.size === 0 ? 0 : 1
      for (const label of labels) length += (byLabel.get(label)?.length ?? 0) + 2
      return length
    },
    append(text: string, labels: ReadonlySet<string>): string {
      let needed = labels
      for (;;) {
        if (needed.size === 0) return text
        const whole = `${text}\n\n${textOf(needed)}`
        // A footnote that only code mentions would render as source text.
        const rendered = footnotesIn(whole)
        const remaining = [...needed].filter(label => !label.startsWith('[^') || rendered.has(label))
        if (remaining.length === needed.size) {
          for (const label of needed) appended.add(byLabel.get(label) ?? '')
          return whole
        }
        needed = new Set(remaining)
      }
    },
    /** Definitions that no part contains, including duplicates of a label. */
    unusedDefinitions: () =>
      [...new Set(definitions.map(({ text }) => text))].filter(text => !appended.has(text)).join('\n'),
  }
}
export type Definitions = ReturnType<typeof createDefinitions>

function footnotesIn(text: string): Set<string> {
  const inline = parseMarkdown(text).flatMap(({ children }) => children ?? [])
  return new Set(inline.flatMap(({ type, content }) => (type === 'footnote_ref' ? [content] : [])))
}

/** Text in brackets may be the label of a definition. */
function labelsIn(text: string): string[] {
  return Array.from(text.matchAll(/\[([^[\]]*)\]/g), ([mark, inside = '']) =>
    inside.startsWith('^') ? mark : referenceName(inside),
  )
}

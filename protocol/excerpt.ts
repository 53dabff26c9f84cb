import { plainText, toSingleLine } from './plainText.ts'

/** `other`: tables, code, formulas, and definitions of footnotes and links. */
type BlockKind = 'prose' | 'readable' | 'other'

interface Block {
  /** `readable`: headings, lists and quotes. */
  kind: BlockKind
  lines: string[]
}

/** How much of a text is searched for prose, in code points. */
export const EXCERPT_SEARCH_LENGTH = 1_200

interface Excerpt {
  text: string
  /** The block reaches the end of the text, so a text that was cut off continues it. */
  isAtEnd: boolean
}

/**
 * The first paragraph of prose in a note as one line without Markdown syntax. Without prose it is the text of headings, lists and
 * quotes, and without these any text.
 */
export function excerptOf(text: string): Excerpt {
  const { blocks, open } = blocksOf(text)
  for (const block of blocks) {
    const prose = block.kind === 'prose' ? proseOf(block.lines.join('\n')) : ''
    if (prose !== '') return { text: prose, isAtEnd: block === open }
  }
  const readable = blocks.filter(({ kind }) => kind === 'readable').flatMap(({ lines }) => lines)
  return { text: toSingleLine(readable.join('\n')) || toSingleLine(text), isAtEnd: true }
}

const PICTURE = /!\[[^[\]\n]*\]\([^()\n]*\)/g
const INLINE_FORMULA = /(?<![\p{L}\p{N}\\$])\$(?!\s)[^$\n]+(?<!\s)\$(?![A-Za-z0-9$])/gu
/** A command, a script or a group. A formula without them, such as `$x$`, can be read as it is. */
const TEX = /[\\^_{]/
const TEX_DISPLAY = /\$\$[^$]+\$\$/g
const ADDRESS = /^<?https?:\/\/\S+$/

/** Empty for a paragraph of pictures, formulas or a link address only. */
function proseOf(paragraph: string): string {
  const shortened = paragraph
    .replace(PICTURE, '')
    .replace(TEX_DISPLAY, '…')
    .replace(INLINE_FORMULA, formula => (TEX.test(formula) ? '…' : formula))
  const prose = plainText(shortened)
  return ADDRESS.test(prose) || !/[\p{L}\p{N}]/u.test(prose) ? '' : prose
}

const FENCE = /^[ \t]*(?:`{3,}[^`]*|~{3,}.*)$/
const FORMULA = /^ {0,3}\$\$[^$]*(?:\$\$[ \t]*)?$/
const FORMULA_END = /\$\$[ \t]*$/
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const QUOTE = /^ {0,3}>/
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/
/** Other items do not interrupt a paragraph. */
const FIRST_ITEM = /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/
const DEFINITION = /^ {0,3}\[[^[\]\n]+\]:/
const TABLE_ROW = /^ {0,3}\|/
const TABLE_RULE = /^[-:| \t]*\|[-:| \t]*$/
const INDENTED = /^(?: {2}|\t)/
const INDENTED_CODE = /^(?: {4}|\t)/

/** Splits a text into blocks like the renderer, as far as an excerpt needs it. The last block is open if nothing ends it. */
function blocksOf(text: string): { blocks: Block[]; open: Block | null } {
  const blocks: Block[] = []
  const lines = text.split(/\r\n?|\n/)
  let open: Block | null = null
  let isInList = false

  function start(kind: BlockKind, first: string[]): Block {
    const block = { kind, lines: first }
    blocks.push(block)
    return block
  }

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const isInProse: boolean = open?.kind === 'prose'
    if (line.trim() === '') {
      open = null
    } else if (FENCE.test(line) || FORMULA.test(line)) {
      const end = endOfRaw(lines, at)
      start('other', lines.slice(at, end))
      open = null
      at = end - 1
    } else if (open !== null && isInProse && UNDERLINE.test(line)) {
      open.kind = 'readable'
      open.lines[0] = `# ${open.lines[0]}`
      open = null
    } else if (RULE.test(line)) {
      open = null
      isInList = false
    } else if (HEADING.test(line)) {
      start('readable', [line])
      open = null
      isInList = false
    } else if (QUOTE.test(line)) {
      open = start('readable', [line])
    } else if ((isInProse ? FIRST_ITEM : ITEM).test(line)) {
      open = start('readable', [line])
      isInList = true
    } else if (isTableStart(line, lines[at + 1]) || (!isInProse && DEFINITION.test(line))) {
      open = start('other', [line])
    } else if (open !== null) {
      open.lines.push(line)
    } else {
      isInList &&= INDENTED.test(line)
      open = start(kindOf(line, isInList), [line])
    }
  }
  return { blocks, open }
}

function kindOf(line: string, isInList: boolean): BlockKind {
  if (isInList) return 'readable'
  return INDENTED_CODE.test(line) ? 'other' : 'prose'
}

/** The number of the line after code or a formula. Code without an end is the rest of the text; a formula without one is a line. */
function endOfRaw(lines: readonly string[], start: number): number {
  const first = lines[start] ?? ''
  const fence = /^[ \t]*(`{3,}|~{3,})/.exec(first)?.[1]
  let end = start + 1
  if (fence !== undefined) {
    while (end < lines.length && !isFenceEnd(lines[end]?.trim() ?? '', fence)) end += 1
    return Math.min(end + 1, lines.length)
  }
  if (FORMULA_END.test(first.replace('$$', ''))) return start + 1
  while (end < lines.length && !lines[end]?.includes('$$')) end += 1
  return FORMULA_END.test(lines[end] ?? '') ? end + 1 : start + 1
}

const isFenceEnd = (line: string, fence: string) =>
  line.startsWith(fence) && line === fence.charAt(0).repeat(line.length)

function isTableStart(line: string, next = ''): boolean {
  return TABLE_ROW.test(line) || (line.includes('|') && next.includes('-') && TABLE_RULE.test(next))
}

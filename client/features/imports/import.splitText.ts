import { type Block, blocksOf, itemsOf } from './import.blocks.ts'
import { createDefinitions, type Definitions } from './import.definitions.ts'
import { cutCode, cutFormula, cutParagraph, cutTable } from './import.splitText.blocks.ts'

/** Texts that are longer than a note, cut where a reader would. Pieces read one after the other say what the text says. */

/** What stays together unless it is too long alone. */
interface Unit {
  text: string
  /** What stands between it and the one before, where both stay together. */
  gap: string
  cut: (max: number) => string[]
}

/** In a note: more was never nested by people. */
const DEPTH_MAX = 4

/**
 * Pieces of at most so many UTF-16 units: cut at headings; where a part between two is too long, between blocks; a block that is too
 * long alone, between its items, rows, lines or words. Each piece has the definitions of the links and footnotes in it.
 */
export function cutText(text: string, max: number): string[] {
  if (text.length <= max) return [text]
  return cutBlocks(text, max, 0)
}

function cutBlocks(text: string, max: number, depth: number): string[] {
  const { blocks, definitions } = blocksOf(text)
  const defined = createDefinitions(definitions, max)
  const pieces = createPieces(max, defined)
  for (const section of sectionsOf(blocks)) {
    const units = section.map(block => unitOf(block, depth))
    if (!pieces.addAll(units)) for (const unit of units) pieces.add(unit)
  }
  return pieces.done()
}

/** Each begins with a heading, but perhaps the first. */
function sectionsOf(blocks: readonly Block[]): Block[][] {
  const sections: Block[][] = []
  for (const block of blocks) {
    const last = sections.at(-1)
    if (last && block.type !== 'heading_open') last.push(block)
    else sections.push([block])
  }
  return sections
}

function createPieces(max: number, definitions: Definitions) {
  const pieces: string[] = []
  let current: { texts: string[]; length: number; labels: Set<string> } | null = null

  /** The length of what the piece has and would have of definitions. */
  const withLabels = (labels: ReadonlySet<string>, text: string) =>
    new Set([...labels, ...definitions.usedIn(text)])

  function close(): void {
    if (current) pieces.push(definitions.append(current.texts.join(''), current.labels))
    current = null
  }

  /** False where it does not fit into one piece with what is there. */
  function join(texts: readonly Unit[]): boolean {
    const added = texts.map(({ text, gap }, at) => (current || at > 0 ? `${gap}${text}` : text))
    const joined = added.join('')
    const labels = withLabels(current?.labels ?? new Set(), joined)
    const length = (current?.length ?? 0) + joined.length
    if (length + definitions.lengthOf(labels) > max) return false
    current = { texts: current?.texts ?? [], length, labels }
    current.texts.push(joined)
    return true
  }

  /** In smaller pieces where these need many definitions; those that find no room in them follow behind all pieces. */
  function cutWithDefinitions(unit: Unit): string[] {
    const room = max - definitions.lengthOf(definitions.usedIn(unit.text))
    const most = Math.max(room, Math.floor(max / 2))
    const cuts = [1, 2, 4, 8].map(parts => () => unit.cut(Math.floor(most / parts)))
    const hasRoom = (text: string) => text.length + definitions.lengthOf(definitions.usedIn(text)) <= max
    for (const cut of cuts) {
      const texts = cut()
      if (texts.every(hasRoom)) return texts
    }
    return unit.cut(most)
  }

  return {
    /** Together, in the piece that is open or in a new one; false where they do not fit into one. */
    addAll(units: readonly Unit[]): boolean {
      if (join(units)) return true
      const before = current
      current = null
      if (join(units)) {
        if (before) pieces.push(definitions.append(before.texts.join(''), before.labels))
        return true
      }
      current = before
      return false
    },
    add(unit: Unit): void {
      if (this.addAll([unit])) return
      close()
      for (const text of cutWithDefinitions(unit)) {
        close()
        if (!join([{ ...unit, text }])) current = { texts: [text], length: text.length, labels: new Set() }
      }
    },
    done(): string[] {
      close()
      const last = pieces.pop() ?? ''
      // Behind those that the last piece needs: of two with the same label the first is read.
      const left = definitions.unplaced()
      const whole = [last, left].filter(text => text !== '').join('\n\n')
      if (whole === '') return pieces
      if (whole.length <= max) pieces.push(whole)
      else pieces.push(...(last === '' ? [] : [last]), ...cutParagraph(left, max))
      return pieces
    },
  }
}

function unitOf({ type, lines, gap, tokens, open }: Block, depth: number): Unit {
  const text = lines.join('\n')
  return {
    ...{ text, gap },
    cut(max) {
      if (type === 'fence') return cutCode(lines, open, max)
      if (type === 'table_open') return cutTable(lines, max)
      if (type === 'math') return cutFormula(lines, max)
      if (type === 'blockquote_open' && depth < DEPTH_MAX) return cutQuote(lines, max, depth)
      if ((type === 'bullet_list_open' || type === 'ordered_list_open') && depth < DEPTH_MAX)
        return cutList(itemsOf(lines, tokens), max, depth)
      return cutParagraph(text, max)
    },
  }
}

const QUOTED = /^ {0,3}> ?/

/** Each piece is a quote of its own. */
function cutQuote(lines: readonly string[], max: number, depth: number): string[] {
  const inside = lines.map(line => line.replace(QUOTED, '')).join('\n')
  const quoted = (piece: string) =>
    piece
      .split('\n')
      .map(line => `> ${line}`)
      .join('\n')
  return (
    cutWithin(max, room => cutBlocks(inside, room, depth + 1).map(quoted)) ??
    cutParagraph(lines.join('\n'), max)
  )
}

/** What stands around each line takes room: tried with less of it, until all fit. */
function cutWithin(max: number, cut: (room: number) => string[]): string[] | null {
  for (const share of [0.95, 0.75, 0.4]) {
    const pieces = cut(Math.floor(max * share))
    if (pieces.every(({ length }) => length <= max)) return pieces
  }
  return null
}

/** Items keep their numbers. One that is too long alone goes on without its mark. */
function cutList(items: ReturnType<typeof itemsOf>, max: number, depth: number): string[] {
  const pieces: string[] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) pieces.push(open.join('\n').trimEnd())
    open = []
  }
  let length = 0
  for (const item of items) {
    const asNext = item.lines.join('\n')
    if (open.length > 0 && length + 1 + asNext.length <= max) {
      open.push(asNext)
      length += 1 + asNext.length
      continue
    }
    close()
    const first = item.asFirst().join('\n')
    length = first.length
    if (length <= max) open.push(first)
    else {
      const { mark, content } = item.inside()
      const indent = ' '.repeat(mark.length)
      const marked = (head: string) => `${mark}${head.replace(/\n(?=[^\n])/g, `\n${indent}`)}`
      const cut = cutWithin(max - mark.length, room => {
        const [head = '', ...rest] = cutBlocks(content, room, depth + 1)
        return [marked(head), ...rest]
      })
      pieces.push(...(cut ?? cutParagraph(`${mark}${content}`, max)))
    }
  }
  close()
  return pieces
}

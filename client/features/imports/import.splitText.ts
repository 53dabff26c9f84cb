import {
  type Block,
  createDefinitions,
  type Definitions,
  listItemsOf,
  parseBlocksOf,
} from './import.blocks.ts'
import { splitCode, splitFormula, splitParagraph, splitTable } from './import.splitText.blocks.ts'

/** Splits texts that are longer than a note at natural places, so that the parts together have the content of the text. */

/** Text that stays together unless it is too long for one part. */
interface Unit {
  text: string
  /** The source between the previous unit and this one, if both are in the same part. */
  gap: string
  split: (max: number) => string[]
}

/** The maximum nesting of quotes and lists to split inside. */
const DEPTH_MAX = 4

/**
 * Splits a text into parts of at most `max` UTF-16 units: at headings; within a long section between blocks; within a long block between
 * items, rows, lines or words. Each part includes the definitions of its links and footnotes.
 */
export function splitText(text: string, max: number): string[] {
  if (text.length <= max) return [text]
  return splitBlocks(text, max, 0)
}

function splitBlocks(text: string, max: number, depth: number): string[] {
  const { blocks, definitions } = parseBlocksOf(text)
  const definitionTracker = createDefinitions(definitions, max)
  const builder = createPartBuilder(max, definitionTracker)
  for (const section of splitSections(blocks)) {
    const units = section.map(block => createUnit(block, depth))
    if (!builder.addAll(units)) for (const unit of units) builder.add(unit)
  }
  return builder.finish()
}

/** Each section except possibly the first begins with a heading. */
function splitSections(blocks: readonly Block[]): Block[][] {
  const sections: Block[][] = []
  for (const block of blocks) {
    const last = sections.at(-1)
    if (last && block.type !== 'heading_open') last.push(block)
    else sections.push([block])
  }
  return sections
}

function createPartBuilder(max: number, definitions: Definitions) {
  const parts: string[] = []
  let current: { texts: string[]; length: number; labels: Set<string> } | null = null

  const combinedLabels = (labels: ReadonlySet<string>, text: string) =>
    new Set([...labels, ...definitions.usedIn(text)])

  function close(): void {
    if (current) parts.push(definitions.append(current.texts.join(''), current.labels))
    current = null
  }

  /** Appends to the open part. Returns false if the units do not fit. */
  function join(texts: readonly Unit[]): boolean {
    const added = texts.map(({ text, gap }, at) => (current || at > 0 ? `${gap}${text}` : text))
    const joined = added.join('')
    const labels = combinedLabels(current?.labels ?? new Set(), joined)
    const length = (current?.length ?? 0) + joined.length
    if (length + definitions.lengthOf(labels) > max) return false
    current = { texts: current?.texts ?? [], length, labels }
    current.texts.push(joined)
    return true
  }

  /** Splits into smaller texts if they need many definitions. Definitions without room follow after the last part. */
  function splitWithDefinitions(unit: Unit): string[] {
    const room = max - definitions.lengthOf(definitions.usedIn(unit.text))
    const maxLength = Math.max(room, Math.floor(max / 2))
    const attempts = [1, 2, 4, 8].map(parts => () => unit.split(Math.floor(maxLength / parts)))
    const hasRoom = (text: string) => text.length + definitions.lengthOf(definitions.usedIn(text)) <= max
    for (const attempt of attempts) {
      const texts = attempt()
      if (texts.every(hasRoom)) return texts
    }
    return unit.split(maxLength)
  }

  return {
    /** Adds the units to the open part or together to a new one. Returns false if they do not fit into one part. */
    addAll(units: readonly Unit[]): boolean {
      if (join(units)) return true
      const previousPart = current
      current = null
      if (join(units)) {
        if (previousPart) parts.push(definitions.append(previousPart.texts.join(''), previousPart.labels))
        return true
      }
      current = previousPart
      return false
    },
    add(unit: Unit): void {
      if (this.addAll([unit])) return
      close()
      for (const text of splitWithDefinitions(unit)) {
        close()
        if (!join([{ ...unit, text }])) current = { texts: [text], length: text.length, labels: new Set() }
      }
    },
    finish(): string[] {
      close()
      const last = parts.pop() ?? ''
      // After the definitions of the last part, because the first definition of a label wins.
      const unusedText = definitions.unusedDefinitions()
      const whole = [last, unusedText].filter(text => text !== '').join('\n\n')
      if (whole === '') return parts
      if (whole.length <= max) parts.push(whole)
      else parts.push(...(last === '' ? [] : [last]), ...splitParagraph(unusedText, max))
      return parts
    },
  }
}

function createUnit({ type, lines, gap, tokens, open: currentItems }: Block, depth: number): Unit {
  const text = lines.join('\n')
  return {
    ...{ text, gap },
    split(max) {
      if (type === 'fence') return splitCode(lines, currentItems, max)
      if (type === 'table_open') return splitTable(lines, max)
      if (type === 'math') return splitFormula(lines, max)
      if (type === 'blockquote_open' && depth < DEPTH_MAX) return splitQuote(lines, max, depth)
      if ((type === 'bullet_list_open' || type === 'ordered_list_open') && depth < DEPTH_MAX)
        return splitList(listItemsOf(lines, tokens), max, depth)
      return splitParagraph(text, max)
    },
  }
}

const QUOTED = /^ {0,3}> ?/

/** Each part is a quote. */
function splitQuote(lines: readonly string[], max: number, depth: number): string[] {
  const inside = lines.map(line => line.replace(QUOTED, '')).join('\n')
  const quoted = (part: string) =>
    part
      .split('\n')
      .map(line => `> ${line}`)
      .join('\n')
  return (
    splitWithin(max, room => splitBlocks(inside, room, depth + 1).map(quoted)) ??
    splitParagraph(lines.join('\n'), max)
  )
}

/** Prefixes of lines take room, so this retries with a smaller share until all parts fit. */
function splitWithin(max: number, split: (room: number) => string[]): string[] | null {
  for (const share of [0.95, 0.75, 0.4]) {
    const parts = split(Math.floor(max * share))
    if (parts.every(({ length }) => length <= max)) return parts
  }
  return null
}

/** Items keep their numbers. A long item continues in the next part without its mark. */
function splitList(items: ReturnType<typeof listItemsOf>, max: number, depth: number): string[] {
  const parts: string[] = []
  let currentItems: string[] = []
  const close = () => {
    if (currentItems.length > 0) parts.push(currentItems.join('\n').trimEnd())
    currentItems = []
  }
  let length = 0
  for (const item of items) {
    const asNext = item.lines.join('\n')
    if (currentItems.length > 0 && length + 1 + asNext.length <= max) {
      currentItems.push(asNext)
      length += 1 + asNext.length
      continue
    }
    close()
    const first = item.asFirst().join('\n')
    length = first.length
    if (length <= max) currentItems.push(first)
    else {
      const { mark, content } = item.inside()
      const indent = ' '.repeat(mark.length)
      const marked = (head: string) => `${mark}${head.replace(/\n(?=[^\n])/g, `\n${indent}`)}`
      const split = splitWithin(max - mark.length, room => {
        const [head = '', ...rest] = splitBlocks(content, room, depth + 1)
        return [marked(head), ...rest]
      })
      parts.push(...(split ?? splitParagraph(`${mark}${content}`, max)))
    }
  }
  close()
  return parts
}

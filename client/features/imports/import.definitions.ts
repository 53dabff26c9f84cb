import { parseMarkdown, referenceName } from '#client/markdown/markdown.parser.ts'
import type { Definition } from './import.blocks.ts'

/** A longer one, as a share of a part, leaves too little room for the text that uses it. */
const LONGEST_SHARE = 0.6

/** Which definitions of links and footnotes a part of a text needs. `max`: the length of a part. */
export function createDefinitions(definitions: readonly Definition[], max: number) {
  const byLabel = new Map<string, string>()
  for (const { label, text } of definitions)
    if (!byLabel.has(label) && text.length <= max * LONGEST_SHARE) byLabel.set(label, text)
  const placed = new Set<string>()
  const known = new Map<string, Set<string>>()

  /** With what the footnotes need in turn. */
  function usedIn(text: string): Set<string> {
    const used = new Set<string>()
    if (byLabel.size === 0) return used
    const waiting = [text]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const label of labelsIn(next)) {
        const definition = byLabel.get(label)
        if (definition === undefined || used.has(label)) continue
        used.add(label)
        if (label.startsWith('[^')) waiting.push(definition)
      }
    return used
  }

  const textOf = (labels: ReadonlySet<string>) =>
    definitions
      .filter(({ label, text }) => labels.has(label) && byLabel.get(label) === text)
      .map(({ text }) => text)
      .join('\n')

  return {
    usedIn(text: string): Set<string> {
      const used = known.get(text) ?? usedIn(text)
      if (text.length < 200) known.set(text, used)
      return used
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
        // What only code names would be shown as it is written.
        const shown = footnotesIn(whole)
        const left = [...needed].filter(label => !label.startsWith('[^') || shown.has(label))
        if (left.length === needed.size) {
          for (const label of needed) placed.add(byLabel.get(label) ?? '')
          return whole
        }
        needed = new Set(left)
      }
    },
    /** What no part has, among it second definitions of a label. */
    unplaced: () =>
      [...new Set(definitions.map(({ text }) => text))].filter(text => !placed.has(text)).join('\n'),
  }
}
export type Definitions = ReturnType<typeof createDefinitions>

function footnotesIn(text: string): Set<string> {
  const inline = parseMarkdown(text).flatMap(({ children }) => children ?? [])
  return new Set(inline.flatMap(({ type, content }) => (type === 'footnote_ref' ? [content] : [])))
}

/** Whatever stands in brackets may be the name of a definition. */
function labelsIn(text: string): string[] {
  return Array.from(text.matchAll(/\[([^[\]]*)\]/g), ([mark, inside = '']) =>
    inside.startsWith('^') ? mark : referenceName(inside),
  )
}

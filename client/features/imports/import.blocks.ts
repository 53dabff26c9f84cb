import { parseBlocks } from '#protocol/markdown/markdown.parser.ts'
import type { Segment } from '#protocol/noteLinks.ts'

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

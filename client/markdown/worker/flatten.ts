import type { Answer, DrawnNode } from '#client/markdown/drawn.ts'

/** A tree as an engine makes it. */
export type Tree = string | Element
type Element = {
  tag: string
  className: string
  style?: Readonly<Record<string, string>>
  attributes?: Readonly<Record<string, string>>
  children: readonly Tree[]
}
/** A node that waits for its turn. `math` is its depth in MathML, 0 outside of it. */
type Waiting = { node: Tree; within: number; depth: number; math: number }

/** Browsers lay elements out by recursion; a dozen nested fractions reach half of this. */
const DEEPEST = 200
/** Boxes nested in MathML are laid out again for each that is around them: so deep, one costs as much as two elsewhere. */
const DEPTH_OF_DOUBLE_COST = 11
/** So many characters, of text or of a drawn line, cost as much as an element. */
const CHARACTERS_OF_AN_ELEMENT = 32

/** Lists the nodes of a tree, each after its parent, unless they cost or nest more than may be shown. */
export function flatten(top: readonly Tree[], mostSize: number): Answer {
  const nodes: DrawnNode[] = []
  const waiting: Waiting[] = top.map(node => ({ node, within: -1, depth: 0, math: 0 })).reverse()
  let size = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, within, depth, math } = next
    size += costOf(node, math)
    if (size > mostSize || depth > DEEPEST) return { is: 'over' }
    if (typeof node === 'string') {
      nodes.push({ within, text: node })
      continue
    }
    const { tag, className, style = {}, attributes = {}, children } = node
    const place = nodes.push({ within, tag, className, style, attributes }) - 1
    const inside = { within: place, depth: depth + 1, math: math > 0 || tag === 'math' ? math + 1 : 0 }
    for (const child of children.toReversed()) waiting.push({ node: child, ...inside })
  }
  return { is: 'drawn', nodes, size: Math.ceil(size) }
}

/** In elements. */
function costOf(node: Tree, math: number): number {
  if (typeof node === 'string') return node.length / CHARACTERS_OF_AN_ELEMENT
  const characters = Object.values(node.attributes ?? {}).reduce((sum, value) => sum + value.length, 0)
  return 1 + characters / CHARACTERS_OF_AN_ELEMENT + (math / DEPTH_OF_DOUBLE_COST) ** 2
}

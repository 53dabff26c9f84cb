import type { RenderedNode, RenderRequest, RenderResult } from '#client/markdown/renderer.ts'

/** A node of the tree that an engine creates. */
export type TreeNode = string | Element
type Element = {
  tag: string
  className: string
  style?: Readonly<Record<string, string>>
  attributes?: Readonly<Record<string, string>>
  children: readonly TreeNode[]
}
/** `math` is the depth in MathML, 0 outside of it. */
type StackEntry = { node: TreeNode; parent: number; depth: number; math: number }

/** Browsers lay out elements recursively. A dozen nested fractions reach half of this depth. */
const DEPTH_MAX = 200
/** Browsers lay out a MathML box again for each of its ancestors. At this depth a box costs as much as two others. */
const DOUBLE_COST_DEPTH = 11
/** Characters of text or of an SVG path that cost as much as an element. */
const CHARACTERS_PER_ELEMENT = 32

/** Converts trees to a flat list with each node after its parent, unless they are too large or too deep. */
export function flatten(top: readonly TreeNode[], maxSize: number): RenderResult {
  const nodes: RenderedNode[] = []
  const stack: StackEntry[] = top.map(node => ({ node, parent: -1, depth: 0, math: 0 })).reverse()
  let size = 0
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, parent, depth, math } = next
    size += costOf(node, math)
    if (size > maxSize || depth > DEPTH_MAX) return { status: 'overBudget' }
    if (typeof node === 'string') {
      nodes.push({ parent, text: node })
      continue
    }
    const { tag, className, style = {}, attributes = {}, children } = node
    const index = nodes.push({ parent, tag, className, style, attributes }) - 1
    const childState = { parent: index, depth: depth + 1, math: math > 0 || tag === 'math' ? math + 1 : 0 }
    for (const child of children.toReversed()) stack.push({ node: child, ...childState })
  }
  return { status: 'rendered', nodes, size: Math.ceil(size) }
}

/** In elements. */
function costOf(node: TreeNode, math: number): number {
  if (typeof node === 'string') return node.length / CHARACTERS_PER_ELEMENT
  const characters = Object.values(node.attributes ?? {}).reduce((sum, value) => sum + value.length, 0)
  return 1 + characters / CHARACTERS_PER_ELEMENT + (math / DOUBLE_COST_DEPTH) ** 2
}

/** Serves a render function in a worker. Posts `ready` once, then one result per request, in order. */
export function serveRequests<Job>(render: (job: Job, maxSize: number) => RenderResult): void {
  addEventListener('message', ({ data }: MessageEvent<RenderRequest<Job>>) => {
    postMessage(render(data.job, data.maxSize))
  })
  postMessage('ready')
}

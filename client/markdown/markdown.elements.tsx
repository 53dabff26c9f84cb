import type { Token } from 'markdown-it'
import { type ReactNode, use } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { nestedPictures } from '#protocol/markdown/picture.rules.ts'
import { type MarkdownTask, taskOf } from '#protocol/markdown/task.rules.ts'
import { leafShapeOf, type Shape, shapeOf } from './markdown.shapes.tsx'
import { IsInsideInteractive, ToggleTask } from './markdownContexts.ts'
import { WithPictureButtons } from './PictureConsent.tsx'

/** Without a shape, the children go to the parent. */
type OpenElement = { shape: Shape | undefined; children: ReactNode[] }

/** Deeper elements join their parent, so that thousands of nested emphases do not exhaust the browser. */
const DEPTH_MAX = 64

/** How much to render: all of the first `unlimitedBlocks`, and at most `elementsMax` elements after them. */
export type RenderLimit = { unlimitedBlocks: number; elementsMax: number }

/** The tokens of a top-level block, with its React key. */
export interface Block {
  key: string
  tokens: readonly Token[]
}

export interface RenderedBlock extends Block {
  nodes: readonly ReactNode[]
  /** In elements. */
  cost: number
  /** False if the limit ended within the block. */
  isComplete: boolean
}

/**
 * Creates the React elements of blocks up to a limit. An unchanged block keeps its elements from `previous`, so that React skips it: a
 * long text costs no more than its changes.
 */
export function createElements(
  blocks: readonly Block[],
  { unlimitedBlocks, elementsMax }: RenderLimit,
  previous: readonly RenderedBlock[],
): RenderedBlock[] {
  const previousByKey = new Map(previous.map(block => [block.key, block]))
  const rendered: RenderedBlock[] = []
  let remaining = elementsMax
  for (const [index, block] of blocks.entries()) {
    const isUnlimited = index < unlimitedBlocks
    const costMax = isUnlimited ? Number.POSITIVE_INFINITY : remaining
    const known = previousByKey.get(block.key)
    const isReusable =
      known?.isComplete && known.cost <= costMax && areTokensEqual(known.tokens, block.tokens)
    const next = isReusable ? { ...known, ...block } : renderBlock(block, costMax)
    rendered.push(next)
    if (!next.isComplete) break
    if (!isUnlimited) remaining -= next.cost
  }
  return rendered
}

function renderBlock(block: Block, costMax: number): RenderedBlock {
  const budget = { max: costMax, cost: 0, isExceeded: false }
  const nodes = nestElements(block.tokens, 0, budget, block.key)
  return { ...block, nodes, cost: budget.cost, isComplete: !budget.isExceeded }
}

/** Compares what elements are created from. The source lines are not, except that of a task, which is in `meta`. */
function areTokensEqual(one: readonly Token[], other: readonly Token[]): boolean {
  if (one === other) return true
  return one.length === other.length && one.every((token, index) => isTokenEqual(token, other[index]))
}

function isTokenEqual(one: Token, other: Token | undefined): boolean {
  return (
    one.type === other?.type &&
    one.tag === other.tag &&
    one.content === other.content &&
    one.markup === other.markup &&
    one.info === other.info &&
    one.hidden === other.hidden &&
    JSON.stringify([one.attrs, one.meta]) === JSON.stringify([other.attrs, other.meta]) &&
    areTokensEqual(one.children ?? [], other.children ?? [])
  )
}

/** In elements. */
type ElementBudget = { max: number; cost: number; isExceeded: boolean }

/** Converts flat tokens to nested elements. Recurses only into the children of an `inline` token. */
function nestElements(
  tokens: readonly Token[],
  depth: number,
  budget: ElementBudget,
  blockKey?: string,
): ReactNode[] {
  const root: OpenElement = { shape: undefined, children: [] }
  const stack = [root]
  const countByContent = new Map<string, number>()
  let current = root

  function close(): void {
    const { shape, children } = stack.pop() ?? root
    current = stack.at(-1) ?? root
    const key = current === root ? blockKey : undefined
    if (shape) current.children.push(jsxs(shape.tag, Object.assign(shape.props, { children }), key))
  }

  for (const token of tokens) {
    const cost = costOf(token)
    if (budget.cost + cost > budget.max) budget.isExceeded = true
    if (budget.isExceeded) break
    budget.cost += cost
    if (token.nesting === 1) {
      const shape = depth + stack.length > DEPTH_MAX ? undefined : shapeOf(token)
      current = { shape, children: shape ? [] : current.children }
      stack.push(current)
    } else if (token.nesting === -1) {
      close()
    } else if (token.type === 'inline') {
      for (const child of inlineElements(token, depth + stack.length, budget)) current.children.push(child)
    } else if (token.type === 'text') {
      if (token.content !== '') current.children.push(token.content)
    } else {
      const key = current === root && blockKey ? blockKey : contentKey(token, countByContent)
      const shape = leafShapeOf(token)
      current.children.push(typeof shape === 'string' ? shape : jsx(shape.tag, shape.props, key))
    }
  }
  while (stack.length > 1) close()
  return root.children
}

/** Components that create several elements before their content is rendered. */
const COMPONENT_COSTS = new Map([
  ['math', 3],
  ['fence', 8],
  ['image', 6],
])

/** In elements. */
function costOf({ type, nesting }: Token): number {
  if (nesting === -1 || type === 'inline') return 0
  return COMPONENT_COSTS.get(type) ?? 1
}

function inlineElements(token: Token, depth: number, budget: ElementBudget): ReactNode[] {
  const children = nestElements(token.children ?? [], depth, budget)
  const task = taskOf(token)
  if (task === undefined) return children
  const checkbox = jsx(TaskCheckbox, { task })
  const label = jsxs('label', { children: [checkbox, jsxs(IsInsideInteractive, { value: true, children })] })
  const pictures = nestedPictures(token)
  return [pictures.length === 0 ? label : jsx(WithPictureButtons, { pictures, children: label })]
}

function TaskCheckbox({ task }: { task: MarkdownTask }) {
  const toggle = use(ToggleTask)
  return (
    <input
      type="checkbox"
      checked={task.isDone}
      disabled={toggle === null}
      readOnly={toggle === null}
      onChange={event => toggle?.(task, event.currentTarget.checked)}
    />
  )
}

/**
 * Pictures have a key from their address and its occurrence, so that typing a word before a picture does not reload it. Formulas
 * have a key from their order, so that a formula keeps its rendering while it is edited. Other elements use their position.
 */
function contentKey(token: Token, countByContent: Map<string, number>): string | undefined {
  if (token.type !== 'image' && token.type !== 'math') return undefined
  const content = token.type === 'math' ? 'math' : `image:${token.attrGet('src')}`
  const count = countByContent.get(content) ?? 0
  countByContent.set(content, count + 1)
  return `${count}:${content}`
}

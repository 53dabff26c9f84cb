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

type ElementBudget = { remaining: number; isExceeded: boolean }

const UNLIMITED: ElementBudget = { remaining: Number.POSITIVE_INFINITY, isExceeded: false }

/** Creates React elements from parsed Markdown, one per top-level block with the key of the block. */
export function createElements(
  tokens: readonly Token[],
  keys: readonly string[],
  { unlimitedBlocks, elementsMax }: RenderLimit,
): { elements: ReactNode[]; isComplete: boolean } {
  const budget = { remaining: elementsMax, isExceeded: false }
  const elements = nestElements(tokens, 0, budget, { keys, unlimitedBlocks })
  return { elements, isComplete: !budget.isExceeded }
}

/** Converts flat tokens to nested elements. Recurses only into the children of an `inline` token. */
function nestElements(
  tokens: readonly Token[],
  depth: number,
  budget: ElementBudget,
  blocks?: { keys: readonly string[]; unlimitedBlocks: number },
): ReactNode[] {
  const root: OpenElement = { shape: undefined, children: [] }
  const stack = [root]
  const countByContent = new Map<string, number>()
  let current = root
  let blockIndex = 0

  function close(): void {
    const { shape, children } = stack.pop() ?? root
    current = stack.at(-1) ?? root
    const key = current === root ? blocks?.keys[blockIndex++] : undefined
    if (shape) current.children.push(jsxs(shape.tag, Object.assign(shape.props, { children }), key))
  }

  for (const token of tokens) {
    const tokenBudget = blocks && blockIndex < blocks.unlimitedBlocks ? UNLIMITED : budget
    const cost = costOf(token)
    if (cost > tokenBudget.remaining) tokenBudget.isExceeded = true
    if (tokenBudget.isExceeded) break
    tokenBudget.remaining -= cost
    if (token.nesting === 1) {
      const shape = depth + stack.length > DEPTH_MAX ? undefined : shapeOf(token)
      current = { shape, children: shape ? [] : current.children }
      stack.push(current)
    } else if (token.nesting === -1) {
      close()
    } else if (token.type === 'inline') {
      for (const child of inlineElements(token, depth + stack.length, tokenBudget))
        current.children.push(child)
    } else if (token.type === 'text') {
      if (token.content !== '') current.children.push(token.content)
    } else {
      const key = current === root && blocks ? blocks.keys[blockIndex++] : contentKey(token, countByContent)
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

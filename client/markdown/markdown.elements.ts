import type { Token } from 'markdown-it'
import type { ReactNode } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { type Shape, shapeOf, shapeOfLeaf } from './markdown.shapes.ts'
import { PictureHolder } from './PictureHolder.tsx'
import { WithinHolder } from './picture.place.ts'
import { heldPictures } from './picture.rules.ts'
import { TaskBox } from './TaskBox.tsx'
import { taskOf } from './task.rules.ts'

/** An element whose end has not come yet. Without a shape, its children go to its parent. */
type Open = { shape: Shape | undefined; children: ReactNode[] }

/** Elements deeper than this join their parent: thousands of nested emphases must not exhaust the browser. */
const DEEPEST_ELEMENT = 64

/** How much of a text is drawn: the blocks at its beginning that were there before, and so many elements after them. */
export type Extent = { blocksBefore: number; most: number }

/** How many elements may still be made, and whether that was too few. */
type Allowance = { left: number; isCut: boolean }

const UNBOUNDED: Allowance = { left: Number.POSITIVE_INFINITY, isCut: false }

/**
 * Makes React elements of parsed markdown: one for each top-level block, bearing that block's key. Where the extent
 * ends, all that is open ends, too.
 */
export function elementsOf(
  tokens: readonly Token[],
  keys: readonly string[],
  { blocksBefore, most }: Extent,
): { elements: ReactNode[]; isWhole: boolean } {
  const allowance = { left: most, isCut: false }
  const elements = nest(tokens, 0, allowance, { keys, free: blocksBefore })
  return { elements, isWhole: !allowance.isCut }
}

/** Flat tokens to nested elements, without recursion but for an `inline` token's own list. */
function nest(
  tokens: readonly Token[],
  depth: number,
  allowance: Allowance,
  blocks?: { keys: readonly string[]; free: number },
): ReactNode[] {
  const top: Open = { shape: undefined, children: [] }
  const stack = [top]
  const seen = new Map<string, number>()
  let current = top
  let block = 0

  function close(): void {
    const { shape, children } = stack.pop() ?? top
    current = stack.at(-1) ?? top
    const key = current === top ? blocks?.keys[block++] : undefined
    if (shape) current.children.push(jsxs(shape.tag, Object.assign(shape.props, { children }), key))
  }

  for (const token of tokens) {
    const mine = blocks && block < blocks.free ? UNBOUNDED : allowance
    const cost = costOf(token)
    if (cost > mine.left) mine.isCut = true
    if (mine.isCut) break
    mine.left -= cost
    if (token.nesting === 1) {
      const shape = depth + stack.length > DEEPEST_ELEMENT ? undefined : shapeOf(token)
      current = { shape, children: shape ? [] : current.children }
      stack.push(current)
    } else if (token.nesting === -1) {
      close()
    } else if (token.type === 'inline') {
      for (const child of inlineOf(token, depth + stack.length, mine)) current.children.push(child)
    } else if (token.type === 'text') {
      if (token.content !== '') current.children.push(token.content)
    } else {
      const key = current === top && blocks ? blocks.keys[block++] : keyByContent(token, seen)
      const shape = shapeOfLeaf(token)
      current.children.push(typeof shape === 'string' ? shape : jsx(shape.tag, shape.props, key))
    }
  }
  while (stack.length > 1) close()
  return top.children
}

/** Parts that are made of several elements before anything is drawn in them. */
const ELEMENTS_OF_PARTS = new Map([
  ['math', 3],
  ['fence', 8],
  ['image', 6],
])

/** In elements. */
function costOf({ type, nesting }: Token): number {
  if (nesting === -1 || type === 'inline') return 0
  return ELEMENTS_OF_PARTS.get(type) ?? 1
}

function inlineOf(token: Token, depth: number, allowance: Allowance): ReactNode[] {
  const children = nest(token.children ?? [], depth, allowance)
  const task = taskOf(token)
  if (task === undefined) return children
  const box = jsx(TaskBox, { task })
  const label = jsxs('label', { children: [box, jsxs(WithinHolder, { value: true, children })] })
  const pictures = heldPictures(token)
  return [pictures.length === 0 ? label : jsx(PictureHolder, { pictures, children: label })]
}

/**
 * Pictures are known by what they show and the how-manieth of its kind it is, all else by its place: so a picture is
 * not loaded again when a word is typed before it. Formulas are the how-manieth formula, whatever the words around:
 * so one keeps its drawing while it is edited.
 */
function keyByContent(token: Token, seen: Map<string, number>): string | undefined {
  if (token.type !== 'image' && token.type !== 'math') return undefined
  const shows = token.type === 'math' ? 'math' : `image:${token.attrGet('src')}`
  const times = seen.get(shows) ?? 0
  seen.set(shows, times + 1)
  return `${times}:${shows}`
}

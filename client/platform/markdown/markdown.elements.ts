import type { Token } from 'markdown-it'
import type { ReactNode } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { type Shape, shapeOf, shapeOfLeaf } from './markdown.shapes.ts'
import { PictureHolder } from './PictureHolder.tsx'
import { heldPictures } from './picture.rules.ts'

/** An element whose end has not come yet. Without a shape, its children go to its parent. */
type Open = { shape: Shape | undefined; children: ReactNode[] }

/** Elements deeper than this join their parent: thousands of nested emphases must not exhaust the browser. */
const DEEPEST_ELEMENT = 64

/** Makes React elements of parsed markdown: one for each top-level block, bearing that block's key. */
export function elementsOf(tokens: readonly Token[], keys: readonly string[]): ReactNode[] {
  return nest(tokens, 0, keys)
}

/** Flat tokens to nested elements, without recursion but for an `inline` token's own list. */
function nest(tokens: readonly Token[], depth: number, blockKeys?: readonly string[]): ReactNode[] {
  const top: Open = { shape: undefined, children: [] }
  const stack = [top]
  const seen = new Map<string, number>()
  let current = top
  let block = 0
  for (const token of tokens) {
    if (token.nesting === 1) {
      const shape = depth + stack.length > DEEPEST_ELEMENT ? undefined : shapeOf(token)
      current = { shape, children: shape ? [] : current.children }
      stack.push(current)
    } else if (token.nesting === -1) {
      const { shape, children } = stack.pop() ?? top
      current = stack.at(-1) ?? top
      const key = current === top ? blockKeys?.[block++] : undefined
      if (shape) current.children.push(jsxs(shape.tag, Object.assign(shape.props, { children }), key))
    } else if (token.type === 'inline') {
      for (const child of inlineOf(token, depth + stack.length)) current.children.push(child)
    } else if (token.type === 'text') {
      if (token.content !== '') current.children.push(token.content)
    } else {
      const key = current === top && blockKeys ? blockKeys[block++] : keyByContent(token, seen)
      const shape = shapeOfLeaf(token)
      current.children.push(typeof shape === 'string' ? shape : jsx(shape.tag, shape.props, key))
    }
  }
  return top.children
}

function inlineOf(token: Token, depth: number): ReactNode[] {
  const children = nest(token.children ?? [], depth)
  const task = token.meta?.task
  if (task === undefined) return children
  const box = jsx('input', { type: 'checkbox', checked: task === 'done', disabled: true, readOnly: true })
  const label = jsxs('label', { children: [box, ...children] })
  const pictures = heldPictures(token)
  return [pictures.length === 0 ? label : jsx(PictureHolder, { pictures, children: label })]
}

/**
 * Pictures and formulas are known by what they show and the how-manieth of its kind it is, all else by its place:
 * so a picture is not loaded again when a word is typed before it.
 */
function keyByContent(token: Token, seen: Map<string, number>): string | undefined {
  if (token.type !== 'image' && token.type !== 'math') return undefined
  const shows = `${token.type}:${token.attrGet('src') ?? token.content}`
  const times = seen.get(shows) ?? 0
  seen.set(shows, times + 1)
  return `${times}:${shows}`
}

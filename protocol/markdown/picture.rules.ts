import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { taskOf } from './task.rules.ts'
import { textOf } from './token.text.ts'

export type MarkdownPicture = { src: string; alt: string }

/**
 * Sets `meta.isAlone` on pictures that have their own paragraph, and `meta.pictures` on links and tasks with pictures, because a
 * link or a label must not contain a button.
 */
export function pictures(md: MarkdownIt): void {
  md.core.ruler.push('pictures', annotatePictures)
}

/** The pictures in a link or in the label of a task. */
export function nestedPictures(token: Token): readonly MarkdownPicture[] {
  return (token.meta?.pictures ?? []) as readonly MarkdownPicture[]
}

export function isPicture(token: Token): boolean {
  return token.type === 'image'
}

export function pictureOf(token: Token): MarkdownPicture {
  return { src: String(token.attrGet('src')), alt: textOf(token) }
}

function annotatePictures(state: StateCore): void {
  state.tokens.forEach((block, index) => {
    const inline = block.type === 'inline' ? (block.children ?? []) : []
    if (!inline.some(isPicture)) return
    const isAlone = state.tokens[index - 1]?.type === 'paragraph_open' && !inline.some(isText)
    const label = taskOf(block) && block
    let parent = label
    for (const token of inline) {
      if (token.type === 'link_open') parent = label ?? token
      if (token.type === 'link_close') parent = label
      if (!isPicture(token)) continue
      token.meta = { isAlone }
      if (parent) parent.meta = { ...parent.meta, pictures: [...nestedPictures(parent), pictureOf(token)] }
    }
  })
}

function isText({ type, content }: Token): boolean {
  return (type === 'text' && content.trim() !== '') || type === 'code_inline' || type === 'math'
}

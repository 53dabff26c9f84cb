import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { taskOf } from './task.rules.ts'
import { wordsOf } from './token.words.ts'

/** A picture as it is written. */
export type WrittenPicture = { src: string; alt: string }

/**
 * Says of each picture in `meta.isAlone` whether it stands by itself rather than among words, and of links and tasks
 * which pictures they hold: within a link or a label no button may stand.
 */
export function pictures(md: MarkdownIt): void {
  md.core.ruler.push('pictures', markPictures)
}

/** The pictures within a link's or a task's label. */
export function heldPictures(token: Token): readonly WrittenPicture[] {
  return (token.meta?.pictures ?? []) as readonly WrittenPicture[]
}

export function isPicture(token: Token): boolean {
  return token.type === 'image'
}

export function writtenPicture(token: Token): WrittenPicture {
  return { src: String(token.attrGet('src')), alt: wordsOf(token) }
}

function markPictures(state: StateCore): void {
  state.tokens.forEach((block, index) => {
    const inline = block.type === 'inline' ? (block.children ?? []) : []
    if (!inline.some(isPicture)) return
    const isAlone = state.tokens[index - 1]?.type === 'paragraph_open' && !inline.some(isWords)
    const label = taskOf(block) && block
    let holder = label
    for (const token of inline) {
      if (token.type === 'link_open') holder = label ?? token
      if (token.type === 'link_close') holder = label
      if (!isPicture(token)) continue
      token.meta = { isAlone }
      if (holder) holder.meta = { ...holder.meta, pictures: [...heldPictures(holder), writtenPicture(token)] }
    }
  })
}

function isWords({ type, content }: Token): boolean {
  return (type === 'text' && content.trim() !== '') || type === 'code_inline' || type === 'math'
}

import type { Token } from 'markdown-it'
import type { ReactNode } from 'react'
import { type KeyedBlock, keyBlocks } from './block.keys.ts'
import { elementsOf } from './markdown.elements.ts'
import { parseMarkdown } from './markdown.parser.ts'
import { pictureOrigin } from './picture.policy.ts'
import { isPicture, writtenPicture } from './picture.rules.ts'

/** A text with the elements made of it, the keys under which they stand, and the other sites that it has pictures of. */
export type Drawing = {
  text: string
  blocks: readonly KeyedBlock[]
  elements: ReactNode
  pictureHosts: readonly string[]
}

/** Draws a text; blocks that `before` held already keep their keys. */
export function drawMarkdown(text: string, before?: Drawing): Drawing {
  const tokens = parseMarkdown(text)
  const blocks = keyBlocks(sourcesOf(tokens, text), before?.blocks ?? [])
  const keys = blocks.map(block => block.key)
  return { text, blocks, elements: elementsOf(tokens, keys), pictureHosts: pictureHostsOf(tokens) }
}

/** The source lines of each top-level block, with its kind. */
function sourcesOf(tokens: readonly Token[], text: string): string[] {
  const lines = text.split(/\r\n?|\n/)
  const sources: string[] = []
  for (const { level, nesting, map, type } of tokens) {
    if (level === 0 && nesting >= 0) sources.push(type + lines.slice(map?.[0], map?.[1]).join('\n'))
  }
  return sources
}

function pictureHostsOf(tokens: readonly Token[]): string[] {
  const pictures = tokens.flatMap(({ children }) => (children ?? []).filter(isPicture))
  const origins = pictures.map(picture => pictureOrigin(writtenPicture(picture).src))
  return [...new Set(origins.flatMap(origin => (origin.kind === 'foreign' ? [origin.host] : [])))]
}

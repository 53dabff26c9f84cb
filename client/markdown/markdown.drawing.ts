import type { Token } from 'markdown-it'
import type { ReactNode } from 'react'
import { changesOf } from './block.changes.ts'
import { type KeyedBlock, keyBlocks } from './block.keys.ts'
import { headingsIn, type WrittenHeading } from './heading.rules.ts'
import { type Extent, elementsOf } from './markdown.elements.ts'
import { parseMarkdown } from './markdown.parser.ts'
import { pictureOrigin } from './picture.policy.ts'
import { isPicture, writtenPicture } from './picture.rules.ts'

/** A text with the elements made of it. */
export type Drawing = Parsed & {
  extent: Extent
  elements: ReactNode
  /** Whether nothing of the text is missing for the time being. */
  isWhole: boolean
}
/** A text, the keys under which its blocks stand, the other sites that it has pictures of, and where it can be led to. */
type Parsed = {
  text: string
  tokens: readonly Token[]
  blocks: readonly KeyedBlock[]
  pictureHosts: readonly string[]
  headings: readonly WrittenHeading[]
  /** At which the top-level blocks begin. */
  lines: readonly number[]
}

/** What else a screen may need of a drawing. */
export type Drawn = Pick<Drawing, 'headings' | 'lines' | 'isWhole'>

/** In elements, or characters typed: a note seldom has more, and the page is not held up by as many. */
const STEP = 400

/**
 * Draws a text; blocks that `before` held already keep their keys. Of a text of thousands of elements, and of one into
 * which that much was put at once, only the beginning: `drawMore` adds the rest, step by step.
 */
export function drawMarkdown(text: string, before?: Drawing): Drawing {
  const tokens = parseMarkdown(text)
  const blocks = keyBlocks(sourcesOf(tokens, text), before?.blocks ?? [])
  const headings = headingsIn(tokens)
  const parsed = {
    text,
    tokens,
    blocks,
    pictureHosts: pictureHostsOf(tokens),
    headings,
    lines: linesOf(tokens),
  }
  return drawUpTo(parsed, extentAfter(blocks, before))
}

export function drawMore(drawing: Drawing): Drawing {
  const { blocksBefore, most } = drawing.extent
  return drawUpTo(drawing, { blocksBefore, most: most + STEP })
}

/** The lines, from 0, at which the top-level blocks begin, in their order. */
function linesOf(tokens: readonly Token[]): number[] {
  return tokens.flatMap(({ level, nesting, map }) => (level === 0 && nesting >= 0 && map ? [map[0]] : []))
}

function drawUpTo(parsed: Parsed, extent: Extent): Drawing {
  const keys = parsed.blocks.map(block => block.key)
  return { ...parsed, extent, ...elementsOf(parsed.tokens, keys, extent) }
}

/** Whoever types sees everything that was there; much that is new at once comes in steps. */
function extentAfter(blocks: readonly KeyedBlock[], before: Drawing | undefined): Extent {
  if (before === undefined) return { blocksBefore: 0, most: STEP }
  const { first, characters } = changesOf(blocks, before.blocks)
  if (characters > STEP) return { blocksBefore: first, most: STEP }
  return before.isWhole ? { blocksBefore: 0, most: Number.POSITIVE_INFINITY } : before.extent
}

/** The kind of each top-level block, and below it its source lines; of what was gathered from several places the words. */
function sourcesOf(tokens: readonly Token[], text: string): string[] {
  const lines = text.split(/\r\n?|\n/)
  const sources: string[] = []
  for (const { level, nesting, map, type, content } of tokens) {
    if (level > 0 || nesting < 0) continue
    sources.push([type, ...(map ? lines.slice(...map) : [content])].join('\n'))
  }
  return sources
}

function pictureHostsOf(tokens: readonly Token[]): string[] {
  const pictures = tokens.flatMap(({ children }) => (children ?? []).filter(isPicture))
  const origins = pictures.map(picture => pictureOrigin(writtenPicture(picture).src))
  return [...new Set(origins.flatMap(origin => (origin.kind === 'foreign' ? [origin.host] : [])))]
}

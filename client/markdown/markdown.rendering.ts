import type { Token } from 'markdown-it'
import type { ReactNode } from 'react'
import { headingsIn, type MarkdownHeading } from '#protocol/markdown/heading.rules.ts'
import { parseMarkdown } from '#protocol/markdown/markdown.parser.ts'
import { isPicture, pictureOf } from '#protocol/markdown/picture.rules.ts'
import { type Block, createElements, type RenderedBlock, type RenderLimit } from './markdown.elements.tsx'
import { classifyPicture } from './picture.policy.ts'

type ParsedText = {
  text: string
  blocks: readonly (KeyedBlock & Block)[]
  /** Other sites from which the text shows pictures. */
  pictureHosts: readonly string[]
  headings: readonly MarkdownHeading[]
  /** First lines of the top-level blocks, from 0. */
  lines: readonly number[]
}
/** A text with the React elements created from it. */
export type Rendering = ParsedText & {
  limit: RenderLimit
  renderedBlocks: readonly RenderedBlock[]
  elements: ReactNode
  /** False while only the beginning is rendered. */
  isComplete: boolean
}

export type RenderingInfo = Pick<Rendering, 'headings' | 'lines' | 'isComplete'>

/** In elements, or typed characters. Notes are seldom larger, and as many do not block the page. */
const STEP = 400

/**
 * Renders a text. Blocks that `previous` contained keep their keys. Of a text with thousands of elements, and after an edit of
 * that size, renders only the beginning; `renderMore` adds the rest in steps.
 */
export function renderMarkdown(text: string, previous?: Rendering): Rendering {
  const parsed = parseText(text, previous)
  return renderUpTo(parsed, limitAfterEdit(parsed.blocks, previous), previous)
}

/** Renders a whole text at once, for pages without scripts. */
export function renderWholeText(text: string): Rendering {
  return renderUpTo(parseText(text), { unlimitedBlocks: 0, elementsMax: Number.POSITIVE_INFINITY })
}

function parseText(text: string, previous?: Rendering): ParsedText {
  const tokens = parseMarkdown(text)
  const blockTokens = splitBlocks(tokens)
  const keyedBlocks = assignBlockKeys(blockSourcesOf(blockTokens, text), previous?.blocks ?? [])
  return {
    text,
    blocks: keyedBlocks.map((block, index) => ({ ...block, tokens: blockTokens[index] ?? [] })),
    pictureHosts: pictureHostsOf(tokens),
    headings: headingsIn(tokens),
    lines: firstLinesOf(tokens),
  }
}

/** The steps of a long text grow, because the browser restyles the text before in each of them. */
const GROWTH = 0.25

export function renderMore(rendering: Rendering): Rendering {
  const { unlimitedBlocks, elementsMax } = rendering.limit
  const step = Math.max(STEP, Math.ceil(elementsMax * GROWTH))
  return renderUpTo(rendering, { unlimitedBlocks, elementsMax: elementsMax + step }, rendering)
}

function renderUpTo(parsed: ParsedText, limit: RenderLimit, previous?: Rendering): Rendering {
  const { blocks } = parsed
  const renderedBlocks = createElements(blocks, limit, previous?.renderedBlocks ?? [])
  const isComplete =
    renderedBlocks.length === blocks.length && renderedBlocks.every(block => block.isComplete)
  return {
    ...parsed,
    limit,
    renderedBlocks,
    elements: renderedBlocks.flatMap(({ nodes }) => nodes),
    isComplete,
  }
}

/** While the user types, everything stays visible. After a large edit, the changed part is rendered in steps. */
function limitAfterEdit(blocks: readonly KeyedBlock[], previous: Rendering | undefined): RenderLimit {
  if (previous === undefined) return { unlimitedBlocks: 0, elementsMax: STEP }
  const { firstChanged, characters } = measureChanges(blocks, previous.blocks)
  if (characters > STEP) return { unlimitedBlocks: firstChanged, elementsMax: STEP }
  return previous.isComplete ? { unlimitedBlocks: 0, elementsMax: Number.POSITIVE_INFINITY } : previous.limit
}

/** The tokens of each top-level block. */
function splitBlocks(tokens: readonly Token[]): Token[][] {
  const blocks: Token[][] = []
  for (const token of tokens) {
    if (token.level === 0 && token.nesting >= 0) blocks.push([token])
    else blocks.at(-1)?.push(token)
  }
  return blocks
}

/** For each top-level block its kind, then its source lines. The list of footnotes has no lines and uses its content. */
function blockSourcesOf(blocks: readonly (readonly Token[])[], text: string): string[] {
  const lines = text.split(/\r\n?|\n/)
  return blocks.flatMap(([first]) => {
    if (first === undefined) return []
    const { map, type, content } = first
    return [type, ...(map ? lines.slice(...map) : [content])].join('\n')
  })
}

function firstLinesOf(tokens: readonly Token[]): number[] {
  return tokens.flatMap(({ level, nesting, map }) => (level === 0 && nesting >= 0 && map ? [map[0]] : []))
}

function pictureHostsOf(tokens: readonly Token[]): string[] {
  const pictures = tokens.flatMap(({ children }) => (children ?? []).filter(isPicture))
  const origins = pictures.map(picture => classifyPicture(pictureOf(picture).src))
  return [...new Set(origins.flatMap(origin => (origin.kind === 'external' ? [origin.host] : [])))]
}

/** A top-level block: its source, which begins with a line that names its kind, and its React key. */
export type KeyedBlock = { source: string; key: string }

/**
 * Assigns keys that survive editing: an unchanged block keeps its key at any position, and a changed block takes the key of a
 * removed one. React therefore neither reloads a picture nor re-renders a formula when a paragraph is inserted above it.
 */
export function assignBlockKeys(sources: readonly string[], previous: readonly KeyedBlock[]): KeyedBlock[] {
  const keysBySource = new Map<string, string[]>()
  for (const { source, key } of previous) {
    const keys = keysBySource.get(source)
    if (keys) keys.push(key)
    else keysBySource.set(source, [key])
  }
  const unchangedKeys = sources.map(source => keysBySource.get(source)?.shift())

  const usedKeys = new Set(unchangedKeys)
  const freeKeys = previous.filter(({ key }) => !usedKeys.has(key)).map(({ key }) => key)
  let lastKey = previous.reduce((highest, { key }) => Math.max(highest, Number(key)), 0)
  return sources.map((source, index) => ({
    source,
    key: unchangedKeys[index] ?? freeKeys.shift() ?? String(++lastKey),
  }))
}

/**
 * Measures an edit: the number of changed characters and the index of the first changed block. A new block, or one of another
 * kind, counts in full; a changed block counts without its unchanged beginning and end.
 */
export function measureChanges(
  blocks: readonly KeyedBlock[],
  previous: readonly KeyedBlock[],
): { firstChanged: number; characters: number } {
  const sources = new Map(previous.map(({ key, source }) => [key, source]))
  const counts = blocks.map(({ key, source }) => changedCharacters(source, sources.get(key)))
  const firstChanged = counts.findIndex(characters => characters > 0)
  return {
    firstChanged: firstChanged === -1 ? blocks.length : firstChanged,
    characters: counts.reduce((sum, characters) => sum + characters, 0),
  }
}

function changedCharacters(source: string, previous: string | undefined): number {
  if (source === previous) return 0
  if (previous === undefined || kindOf(source) !== kindOf(previous)) return source.length
  const shortest = Math.min(source.length, previous.length)
  let start = 0
  while (start < shortest && source[start] === previous[start]) start++
  let end = 0
  while (end < shortest - start && source.at(-1 - end) === previous.at(-1 - end)) end++
  return Math.max(1, source.length - start - end)
}

function kindOf(source: string): string {
  return source.slice(0, source.indexOf('\n'))
}

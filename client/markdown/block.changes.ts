import type { KeyedBlock } from './block.keys.ts'

/**
 * What is to be drawn anew after an edit: how many characters, and the first block with any. A new block, and one of
 * another kind, counts in full; a changed one without what its beginning and end have in common with what it was.
 */
export function changesOf(
  blocks: readonly KeyedBlock[],
  before: readonly KeyedBlock[],
): { first: number; characters: number } {
  const sources = new Map(before.map(({ key, source }) => [key, source]))
  const changed = blocks.map(({ key, source }) => changedCharacters(source, sources.get(key)))
  const first = changed.findIndex(characters => characters > 0)
  return {
    first: first === -1 ? blocks.length : first,
    characters: changed.reduce((sum, characters) => sum + characters, 0),
  }
}

function changedCharacters(source: string, was: string | undefined): number {
  if (source === was) return 0
  if (was === undefined || kindOf(source) !== kindOf(was)) return source.length
  const shortest = Math.min(source.length, was.length)
  let start = 0
  while (start < shortest && source[start] === was[start]) start++
  let end = 0
  while (end < shortest - start && source.at(-1 - end) === was.at(-1 - end)) end++
  return Math.max(1, source.length - start - end)
}

/** A block's source begins with a line that names its kind. */
function kindOf(source: string): string {
  return source.slice(0, source.indexOf('\n'))
}

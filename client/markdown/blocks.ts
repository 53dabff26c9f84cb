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

/** The source of one top-level block and the key under which React knows it. */
export type KeyedBlock = { source: string; key: string }

/**
 * Gives each block a key that survives typing: a block that is unchanged keeps its key wherever it now stands, a
 * changed one takes the key of one that is gone, and only what is left over is new. So a picture or formula is
 * neither loaded nor drawn again when a paragraph is written above it.
 */
export function keyBlocks(sources: readonly string[], before: readonly KeyedBlock[]): KeyedBlock[] {
  const keysBySource = new Map<string, string[]>()
  for (const { source, key } of before) {
    const keys = keysBySource.get(source)
    if (keys) keys.push(key)
    else keysBySource.set(source, [key])
  }
  const unchanged = sources.map(source => keysBySource.get(source)?.shift())

  const kept = new Set(unchanged)
  const gone = before.filter(({ key }) => !kept.has(key)).map(({ key }) => key)
  let newest = before.reduce((highest, { key }) => Math.max(highest, Number(key)), 0)
  return sources.map((source, index) => ({
    source,
    key: unchanged[index] ?? gone.shift() ?? String(++newest),
  }))
}

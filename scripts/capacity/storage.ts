import type { Connection } from 'mongoose'

/** Average bytes per document. */
export interface CollectionSize {
  document: number
  /** Uncompressed size on disk: the MongoDB of the tests does not compress. */
  disk: number
  /** All indexes together. */
  indexes: number
}

/** Measures the average size of a document in each collection. */
export async function measureStorage(
  mongo: Connection,
  names: readonly string[],
): Promise<Record<string, CollectionSize>> {
  const measured = names.map(async name => {
    const [stats] = await mongo
      .collection(name)
      .aggregate([{ $collStats: { storageStats: {} } }])
      .toArray()
    const { count, size, storageSize, totalIndexSize } = stats?.storageStats ?? {}
    return [
      name,
      { document: size / count, disk: storageSize / count, indexes: totalIndexSize / count },
    ] as const
  })
  return Object.fromEntries(await Promise.all(measured))
}

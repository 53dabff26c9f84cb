import type { Connection } from 'mongoose'

/** In bytes a document, on average. */
export interface Stored {
  document: number
  /** On the disk, as the engine of the tests keeps it; a server compresses. */
  disk: number
  /** Of all indexes together. */
  indexes: number
}

/** What a document of each collection takes, where there are enough of them to tell. */
export async function measureStored(
  mongo: Connection,
  names: readonly string[],
): Promise<Record<string, Stored>> {
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

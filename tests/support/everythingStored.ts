import type { Connection } from 'mongoose'

/** All documents of all collections: two readings that are equal say that nothing was changed in between. */
export async function everythingStored({ db }: Connection): Promise<Record<string, unknown[]>> {
  const collections = (await db?.collections()) ?? []
  const entries = collections.map(
    async collection =>
      [collection.collectionName, await collection.find().sort({ _id: 1 }).toArray()] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

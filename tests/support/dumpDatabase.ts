import type { Connection } from 'mongoose'

/**
 * All documents of all collections: two readings that are equal say that nothing was changed in between. Read by one order, since
 * some ask for it before and after everything that they do.
 */
export async function dumpDatabase({ db }: Connection): Promise<Record<string, unknown[]>> {
  if (db === undefined) return {}
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)
  const stored: Record<string, unknown[]> = Object.fromEntries(names.map(name => [name, []]))
  const reading = names.map(coll => ({
    $unionWith: {
      coll,
      pipeline: [
        { $sort: { _id: 1 } },
        { $project: { _id: 0, coll: { $literal: coll }, document: '$$ROOT' } },
      ],
    },
  }))
  for await (const { coll, document } of db.aggregate([{ $documents: [] }, ...reading]))
    stored[coll]?.push(document)
  return stored
}

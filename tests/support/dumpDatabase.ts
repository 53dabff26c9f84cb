import type { Connection } from 'mongoose'

/**
 * All documents of all collections; two equal dumps prove that nothing changed in between. It is one command, because
 * some tests dump before and after each of their steps.
 */
export async function dumpDatabase({ db }: Connection): Promise<Record<string, unknown[]>> {
  if (db === undefined) return {}
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)
  const documents: Record<string, unknown[]> = Object.fromEntries(names.map(name => [name, []]))
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
    documents[coll]?.push(document)
  return documents
}

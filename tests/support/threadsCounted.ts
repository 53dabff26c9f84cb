import { expect } from 'vitest'
import { connectMongo } from '#server/platform/mongo/connect.ts'

/** Fails unless what is kept of the numbers of comments in hubs is what somebody who counts them finds. */
export async function expectThreadsCounted(mongoUrl: string, hubNos: readonly number[]): Promise<void> {
  const inHubs = { hubNo: { $in: [...hubNos] } }
  const mongo = await connectMongo(mongoUrl)
  const found = await mongo
    .collection('comments')
    .find(inHubs, { projection: { _id: 0, hubNo: 1, noteNo: 1 } })
    .toArray()
  const kept = await mongo
    .collection('threads')
    .find(inHubs, { projection: { _id: 0, changes: 0 } })
    .toArray()
  await mongo.close()
  const counts = new Map<string, number>()
  for (const { hubNo, noteNo } of found)
    counts.set(`${hubNo} ${noteNo}`, (counts.get(`${hubNo} ${noteNo}`) ?? 0) + 1)
  expect(new Map(kept.map(({ hubNo, noteNo, count }) => [`${hubNo} ${noteNo}`, count]))).toEqual(counts)
  expect(kept.flatMap(({ marks }) => marks)).toEqual([])
}

import { expect } from 'vitest'
import { connectMongo } from '#server/platform/mongo/connect.ts'

/** Fails unless the stored comment counts of the hubs equal a recount. */
export async function expectCommentCounts(mongoUrl: string, hubNos: readonly number[]): Promise<void> {
  const inHubs = { hubNo: { $in: [...hubNos] } }
  const mongo = await connectMongo(mongoUrl)
  const comments = await mongo
    .collection('comments')
    .find(inHubs, { projection: { _id: 0, hubNo: 1, noteNo: 1 } })
    .toArray()
  const storedThreads = await mongo
    .collection('threads')
    .find(inHubs, { projection: { _id: 0, changes: 0 } })
    .toArray()
  await mongo.close()
  const counts = new Map<string, number>()
  for (const { hubNo, noteNo } of comments)
    counts.set(`${hubNo} ${noteNo}`, (counts.get(`${hubNo} ${noteNo}`) ?? 0) + 1)
  expect(new Map(storedThreads.map(({ hubNo, noteNo, count }) => [`${hubNo} ${noteNo}`, count]))).toEqual(
    counts,
  )
  expect(storedThreads.flatMap(({ marks }) => marks)).toEqual([])
}

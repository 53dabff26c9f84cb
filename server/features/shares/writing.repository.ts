import type { Connection } from 'mongoose'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import type { ShareRecord } from './shares.record.ts'

/** In which hubs the members may write a shared note. */
export function createWritingRepository(connection: Connection) {
  const shares = connection.collection<ShareRecord>('shares')
  const notes = connection.collection<{ noteNo: number }>('notes')
  return {
    /** False if the note is not shared in the hub, or nothing changes. */
    async set(hubNo: number, noteNo: number, isOn: boolean): Promise<boolean> {
      const { modifiedCount } = await shares.updateOne(
        { hubNo, noteNo, live: true },
        isOn ? { $set: { isWritable: true } } : { $unset: { isWritable: 1 } },
      )
      return modifiedCount === 1
    },
    /** The hubs in which the note is shared, and those of them whose members may write it. */
    async findHubs(noteNo: number): Promise<{ shared: number[]; writing: number[] }> {
      const found = await shares
        .find({ noteNo, live: true }, { projection: { _id: 0, hubNo: 1, isWritable: 1 } })
        .toArray()
      return {
        shared: found.map(({ hubNo }) => hubNo),
        writing: found.filter(({ isWritable }) => isWritable).map(({ hubNo }) => hubNo),
      }
    },
    /**
     * Those of the users who are members of a hub whose members may write the note, and whom its author has not blocked. Nobody while the
     * author is suspended. `headNo`: of a later part, which is written like the first part until it is deleted alone.
     */
    async findWriters(
      { noteNo, headNo = noteNo }: { noteNo: number; headNo?: number | undefined },
      userNos: readonly number[],
    ): Promise<Set<number>> {
      const isThere =
        headNo === noteNo || (await notes.findOne({ noteNo }, { projection: { _id: 1 } })) !== null
      if (!isThere) return new Set()
      const found = await shares
        .aggregate<{ members: number[] }>([
          { $match: { noteNo: headNo, isWritable: true, live: true } },
          {
            $lookup: {
              from: 'users',
              as: 'author',
              localField: 'authorNo',
              foreignField: 'userNo',
              pipeline: [{ $match: { suspendedAt: { $exists: false } } }, { $project: { userNo: 1 } }],
            },
          },
          { $match: { 'author.userNo': { $exists: true } } },
          { $lookup: { from: 'hubs', as: 'hub', localField: 'hubNo', foreignField: 'hubNo' } },
          {
            $lookup: {
              from: COLLECTIONS.blocks,
              as: 'blocks',
              localField: 'authorNo',
              foreignField: 'userNo',
              pipeline: [{ $match: { blockedNo: { $in: [...userNos] } } }],
            },
          },
          { $project: { _id: 0, members: { $first: '$hub.members.userNo' }, blocked: '$blocks.blockedNo' } },
          { $project: { members: { $setIntersection: ['$members', [...userNos]] }, blocked: 1 } },
          { $project: { members: { $setDifference: ['$members', '$blocked'] } } },
        ])
        .toArray()
      return new Set(found.flatMap(({ members }) => members ?? []))
    },
  }
}

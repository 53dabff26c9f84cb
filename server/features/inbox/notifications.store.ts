import type { Connection } from 'mongoose'
import { kindsToMe, type NotificationFilter } from '#protocol/inbox.ts'
import { NOTIFICATIONS_PER_PAGE } from '#protocol/limits.ts'
import { bulkWriteAll, type Write } from '#server/platform/mongo/bulkWriteAll.ts'
import { type FoundNotification, foundIn } from './notifications.lookup.ts'
import { keptSince, type NotificationRecord, notificationSchema } from './notifications.record.ts'

/** Where something was told of; without a note, of the room as a whole, too. */
interface Where {
  hubNo: number
  noteNo?: number
  userNo?: number | { $in: number[] }
}

export interface NotificationPlace {
  at: Date
  thing: string
}

interface NotificationAsked {
  after?: NotificationPlace | undefined
  only?: NotificationFilter | undefined
  limit: number
  now: Date
}

const ONLY: Record<NotificationFilter, object> = { new: { unseen: true }, toMe: { kind: { $in: kindsToMe } } }

interface NotificationNumbers {
  all: number
  unseen: number
}

/** From a place on, the last first. */
function upTo({ at, thing }: NotificationPlace) {
  return { $or: [{ at: { $lt: at } }, { at, thing: { $lte: thing } }] }
}

export function createNotificationStore(connection: Connection) {
  const notifications = connection.model('News', notificationSchema)

  /** Deletes what has nothing to tell any more, and gives whom it had told something. */
  async function takeGone(where: Where | { suggestionNo: number }): Promise<number[]> {
    const gone = { ...where, gone: true as const }
    const found = await notifications.find(gone, { _id: 0, userNo: 1 }).lean()
    await notifications.deleteMany(gone)
    return [...new Set(found.map(({ userNo }) => userNo))]
  }

  /** Takes a number out of what entries have gathered; those that held no other are gone. Gives whom these had told. */
  async function without(
    where: Where,
    also: object,
    { list, no }: { list: 'commentNos' | 'byNos'; no: number },
  ): Promise<number[]> {
    const { modifiedCount } = await notifications.updateMany(
      { ...where, ...also, [list]: no },
      [
        { $set: { [list]: { $filter: { input: `$${list}`, cond: { $ne: ['$$this', no] } } } } },
        {
          $set: {
            gone: { $cond: [{ $eq: [`$${list}`, []] }, true, '$$REMOVE'] },
            unseen: { $cond: [{ $eq: [`$${list}`, []] }, '$$REMOVE', '$unseen'] },
          },
        },
      ],
      { updatePipeline: true },
    )
    return modifiedCount > 0 ? takeGone(where) : []
  }

  async function forget(where: Where | { suggestionNo: number }, also: object = {}): Promise<number[]> {
    const { matchedCount } = await notifications.updateMany(
      { ...where, ...also },
      { $set: { gone: true }, $unset: { unseen: 1 } },
    )
    return matchedCount > 0 ? takeGone(where) : []
  }

  return {
    async write(writes: readonly Write[]): Promise<void> {
      await bulkWriteAll(connection, writes)
    },
    /** With all that they lead to, the last first, after a place. */
    async page(userNo: number, { after, only, limit, now }: NotificationAsked): Promise<FoundNotification[]> {
      const beyond = after && {
        $or: [{ at: { $lt: after.at } }, { at: after.at, thing: { $lt: after.thing } }],
      }
      return notifications.aggregate<FoundNotification>([
        { $match: { userNo, gone: null, at: { $gt: keptSince(now) }, ...beyond, ...(only && ONLY[only]) } },
        { $sort: { at: -1, thing: -1 } },
        { $limit: limit },
        ...foundIn(userNo),
      ])
    },
    /** What is new and happened since a time, with all that it leads to, the last first; a page of it. */
    async unseenSince(userNo: number, since: Date, now: Date): Promise<FoundNotification[]> {
      const after = since > keptSince(now) ? since : keptSince(now)
      return notifications.aggregate<FoundNotification>([
        { $match: { userNo, gone: null, unseen: true, at: { $gte: after } } },
        { $sort: { at: -1, thing: -1 } },
        { $limit: NOTIFICATIONS_PER_PAGE },
        ...foundIn(userNo),
      ])
    },
    /** How many entries there are for each, and how many of these are new. */
    async countOf(userNos: readonly number[], now: Date): Promise<Map<number, NotificationNumbers>> {
      const isNew = { $eq: ['$unseen', true] }
      const found = await notifications.aggregate<NotificationNumbers & { _id: number }>([
        { $match: { userNo: { $in: [...userNos] }, at: { $gt: keptSince(now) } } },
        { $group: { _id: '$userNo', all: { $sum: 1 }, unseen: { $sum: { $cond: [isNew, 1, 0] } } } },
      ])
      const numbers = new Map(found.map(({ _id, ...counted }) => [_id, counted]))
      return new Map(userNos.map(userNo => [userNo, numbers.get(userNo) ?? { all: 0, unseen: 0 }]))
    },
    /** Keeps the newest of somebody's entries. */
    async keepNewest(userNo: number, count: number): Promise<void> {
      const [last] = await notifications
        .find({ userNo }, { _id: 0, at: 1, thing: 1 })
        .sort({ at: -1, thing: -1 })
        .skip(count)
        .limit(1)
        .lean()
      if (last) await notifications.deleteMany({ userNo, ...upTo(last) })
    },

    /** Each of these tells whether anything was new until then. */
    async seeTarget(userNo: number, thing: string): Promise<boolean> {
      const { modifiedCount } = await notifications.updateOne(
        { userNo, thing, unseen: true },
        { $unset: { unseen: 1 } },
      )
      return modifiedCount > 0
    },
    async seeAll(userNo: number, upTo: Date): Promise<boolean> {
      const { modifiedCount } = await notifications.updateMany(
        { userNo, unseen: true, at: { $lte: upTo } },
        { $unset: { unseen: 1 } },
      )
      return modifiedCount > 0
    },
    /** Of an entry that has gathered later comments as well, those alone stay. */
    async seeThread(userNo: number, hubNo: number, noteNo: number, commentNo: number): Promise<boolean> {
      const here = { userNo, hubNo, noteNo, unseen: true as const }
      const { modifiedCount } = await notifications.bulkWrite([
        {
          updateMany: {
            filter: { ...here, commentNos: { $not: { $gt: commentNo } } },
            update: { $unset: { unseen: 1 } },
          },
        },
        {
          updateMany: {
            filter: { ...here, commentNos: { $lte: commentNo } },
            update: { $pull: { commentNos: { $lte: commentNo } } },
          },
        },
      ])
      return modifiedCount > 0
    },

    /** Of these, each gives whom it had told something that is not told any more. */
    forgetComment: (where: Where & { noteNo: number }, commentNo: number) =>
      without(where, {}, { list: 'commentNos', no: commentNo }),
    /** That somebody empathized, with the note itself when there is no such comment. */
    forgetReaction: (
      where: Where & { noteNo: number },
      { commentNo, byNo }: { commentNo: number | null; byNo: number },
    ) => without(where, { kind: 'empathy', commentNos: commentNo }, { list: 'byNos', no: byNo }),
    /** Somebody is not called by a comment any more, though it stands. */
    forgetCalls: (where: Where & { noteNo: number }, thing: string, userNos: readonly number[]) =>
      forget(where, { thing, userNo: { $in: [...userNos] } }),
    /** It called them, and answers them still. */
    async answersOnly(thing: string, userNo: number): Promise<void> {
      await notifications.updateOne({ userNo, thing }, { $set: { kind: 'reply' } })
    },
    forgetThread: (where: { hubNo: number; noteNo: number }) => forget(where),
    /** What somebody was told of a room before a time. */
    forgetRoom: (hubNo: number, userNo: number, before?: Date) =>
      forget({ hubNo, userNo }, before && { at: { $lt: before } }),
    forgetOpinion: (suggestionNo: number) => forget({ suggestionNo }),

    /** What cannot be told to somebody, as a look at it has shown. */
    async deleteTargets(userNo: number, things: readonly string[]): Promise<void> {
      await notifications.deleteMany({ userNo, thing: { $in: [...things] } })
    },
    /** All that is not gone, the oldest first. */
    async allOf(userNo: number, now: Date): Promise<NotificationRecord[]> {
      return notifications
        .find({ userNo, gone: null, at: { $gt: keptSince(now) } }, { _id: 0 })
        .sort({ at: 1, thing: 1 })
        .lean<NotificationRecord[]>()
    },
    async deleteOf(userNo: number): Promise<void> {
      await notifications.deleteMany({ userNo })
    },
    async deleteOfHub(hubNo: number): Promise<void> {
      await notifications.deleteMany({ hubNo })
    },
    async deleteOfNotes(noteNos: readonly number[]): Promise<void> {
      await notifications.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
    async cleanUp(now: Date): Promise<void> {
      await notifications.deleteMany({ at: { $lte: keptSince(now) } })
    },
  }
}

export type NotificationStore = ReturnType<typeof createNotificationStore>

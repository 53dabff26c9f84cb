import type { Connection } from 'mongoose'
import { kindsToMe, type NotificationFilter, type NotificationKind } from '#protocol/inbox.ts'
import { bulkWriteAll, type Write } from '#server/platform/mongo/queries.ts'
import {
  type FoundNotification,
  lookupStages,
  type NotificationRecord,
  notificationCutoff,
  notificationSchema,
} from './notifications.record.ts'

/** Scope of notifications. Without a note it includes those about the hub itself. */
interface NotificationScope {
  hubNo: number
  noteNo?: number
  userNo?: number | { $in: number[] }
}

export interface NotificationPosition {
  at: Date
  thing: string
}

interface NotificationQuery {
  after?: NotificationPosition | undefined
  only?: NotificationFilter | undefined
  limit: number
  now: Date
}

interface UnseenNotificationQuery {
  since: Date
  until: Date | undefined
  /** All kinds by default. */
  kinds: readonly NotificationKind[] | undefined
  limit: number
  now: Date
}

const FILTERS: Record<NotificationFilter, object> = {
  new: { unseen: true },
  toMe: { kind: { $in: kindsToMe } },
}

interface NotificationCounts {
  all: number
  unseen: number
}

/** From a position on, newest first. */
function positionFilter({ at, thing }: NotificationPosition) {
  return { $or: [{ at: { $lt: at } }, { at, thing: { $lte: thing } }] }
}

export function createNotificationRepository(connection: Connection) {
  const notifications = connection.model('Notification', notificationSchema)

  /** Deletes notifications marked as gone and returns their users. */
  async function deleteGone(where: NotificationScope | { suggestionNo: number }): Promise<number[]> {
    const filter = { ...where, gone: true as const }
    const found = await notifications.find(filter, { _id: 0, userNo: 1 }).lean()
    await notifications.deleteMany(filter)
    return [...new Set(found.map(({ userNo }) => userNo))]
  }

  /**
   * Removes a number from collected notifications, deletes those that become empty, and returns the affected users.
   */
  async function removeNumber(
    where: NotificationScope,
    update: object,
    { list, no }: { list: 'commentNos' | 'byNos'; no: number },
  ): Promise<number[]> {
    const { modifiedCount } = await notifications.updateMany(
      { ...where, ...update, [list]: no },
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
    return modifiedCount > 0 ? deleteGone(where) : []
  }

  async function forget(
    where: NotificationScope | { suggestionNo: number },
    filter: object = {},
  ): Promise<number[]> {
    const { matchedCount } = await notifications.updateMany(
      { ...where, ...filter },
      { $set: { gone: true }, $unset: { unseen: 1 } },
    )
    return matchedCount > 0 ? deleteGone(where) : []
  }

  return {
    async write(writes: readonly Write[]): Promise<void> {
      await bulkWriteAll(connection, writes)
    },
    /** With the data that they refer to, newest first, after a position. */
    async findPage(
      userNo: number,
      { after, only, limit, now }: NotificationQuery,
    ): Promise<FoundNotification[]> {
      const afterPosition = after && {
        $or: [{ at: { $lt: after.at } }, { at: after.at, thing: { $lt: after.thing } }],
      }
      return notifications.aggregate<FoundNotification>([
        {
          $match: {
            userNo,
            gone: null,
            at: { $gt: notificationCutoff(now) },
            ...afterPosition,
            ...(only && FILTERS[only]),
          },
        },
        { $sort: { at: -1, thing: -1 } },
        { $limit: limit },
        ...lookupStages(userNo),
      ])
    },
    /** The newest unseen notifications of a period, with the data that they refer to, newest first. */
    async findUnseen(
      userNo: number,
      { since, until, kinds, limit, now }: UnseenNotificationQuery,
    ): Promise<FoundNotification[]> {
      const after = since > notificationCutoff(now) ? since : notificationCutoff(now)
      return notifications.aggregate<FoundNotification>([
        {
          $match: {
            userNo,
            gone: null,
            unseen: true,
            at: { $gte: after, ...(until && { $lt: until }) },
            ...(kinds && { kind: { $in: kinds } }),
          },
        },
        { $sort: { at: -1, thing: -1 } },
        { $limit: limit },
        ...lookupStages(userNo),
      ])
    },
    /** Number of notifications and of new ones, by user. */
    async countByUser(userNos: readonly number[], now: Date): Promise<Map<number, NotificationCounts>> {
      const isNew = { $eq: ['$unseen', true] }
      const found = await notifications.aggregate<NotificationCounts & { _id: number }>([
        { $match: { userNo: { $in: [...userNos] }, at: { $gt: notificationCutoff(now) } } },
        { $group: { _id: '$userNo', all: { $sum: 1 }, unseen: { $sum: { $cond: [isNew, 1, 0] } } } },
      ])
      const numbers = new Map(found.map(({ _id, ...counted }) => [_id, counted]))
      return new Map(userNos.map(userNo => [userNo, numbers.get(userNo) ?? { all: 0, unseen: 0 }]))
    },
    /** Deletes all but the newest notifications of a user. */
    async deleteAllButNewest(userNo: number, count: number): Promise<void> {
      const [last] = await notifications
        .find({ userNo }, { _id: 0, at: 1, thing: 1 })
        .sort({ at: -1, thing: -1 })
        .skip(count)
        .limit(1)
        .lean()
      if (last) await notifications.deleteMany({ userNo, ...positionFilter(last) })
    },

    /** Returns whether the notification was new. */
    async seeTarget(userNo: number, target: string): Promise<boolean> {
      const { modifiedCount } = await notifications.updateOne(
        { userNo, thing: target, unseen: true },
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
    /** If a collected notification has later comments as well, only those remain. */
    async seeThread(userNo: number, hubNo: number, noteNo: number, commentNo: number): Promise<boolean> {
      const threadFilter = { userNo, hubNo, noteNo, unseen: true as const }
      const { modifiedCount } = await notifications.bulkWrite([
        {
          updateMany: {
            filter: { ...threadFilter, commentNos: { $not: { $gt: commentNo } } },
            update: { $unset: { unseen: 1 } },
          },
        },
        {
          updateMany: {
            filter: { ...threadFilter, commentNos: { $lte: commentNo } },
            update: { $pull: { commentNos: { $lte: commentNo } } },
          },
        },
      ])
      return modifiedCount > 0
    },

    /** Returns the users whose notifications changed. */
    removeComment: (where: NotificationScope & { noteNo: number }, commentNo: number) =>
      removeNumber(where, {}, { list: 'commentNos', no: commentNo }),
    /** Removes a reaction to the comment, or to the note itself if there is no such comment. */
    removeReaction: (
      where: NotificationScope & { noteNo: number },
      { commentNo, byNo }: { commentNo: number | null; byNo: number },
    ) => removeNumber(where, { kind: 'empathy', commentNos: commentNo }, { list: 'byNos', no: byNo }),
    /** Returns the author if the notification changed. */
    removeHighlight: (
      where: NotificationScope & { noteNo: number },
      { target, byNo }: { target: string; byNo: number },
    ) => removeNumber(where, { thing: target }, { list: 'byNos', no: byNo }),
    /** The comment no longer mentions these users. */
    removeMentions: (
      where: NotificationScope & { noteNo: number },
      target: string,
      userNos: readonly number[],
    ) => forget(where, { thing: target, userNo: { $in: [...userNos] } }),
    /** The comment no longer mentions the user, but still answers them. */
    async downgradeToAnswer(target: string, userNo: number): Promise<void> {
      await notifications.updateOne({ userNo, thing: target }, { $set: { kind: 'reply' } })
    },
    removeThread: (where: { hubNo: number; noteNo: number }) => forget(where),
    /** Deletes a user's notifications of a hub, optionally only older ones. */
    removeHub: (hubNo: number, userNo: number, before?: Date) =>
      forget({ hubNo, userNo }, before && { at: { $lt: before } }),
    forgetOpinion: (suggestionNo: number) => forget({ suggestionNo }),

    /** Deletes notifications that a read has found unreadable. */
    async deleteTargets(userNo: number, targets: readonly string[]): Promise<void> {
      await notifications.deleteMany({ userNo, thing: { $in: [...targets] } })
    },
    /** All visible notifications, oldest first. */
    async findAllByUser(userNo: number, now: Date): Promise<NotificationRecord[]> {
      return notifications
        .find({ userNo, gone: null, at: { $gt: notificationCutoff(now) } }, { _id: 0 })
        .sort({ at: 1, thing: 1 })
        .lean<NotificationRecord[]>()
    },
    async deleteByUser(userNo: number): Promise<void> {
      await notifications.deleteMany({ userNo })
    },
    async deleteByHub(hubNo: number): Promise<void> {
      await notifications.deleteMany({ hubNo })
    },
    async deleteByNotes(noteNos: readonly number[]): Promise<void> {
      await notifications.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
    async cleanUp(now: Date): Promise<void> {
      await notifications.deleteMany({ at: { $lte: notificationCutoff(now) } })
    },
  }
}

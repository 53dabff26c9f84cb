import { NOTIFICATION_GATHERED_MAX } from '#protocol/limits.ts'
import type { Write } from '#server/platform/mongo/bulkWriteAll.ts'
import { NOTIFICATIONS, type NotificationRecord } from './notifications.record.ts'

type Entry = Omit<NotificationRecord, 'unseen' | 'gone'>
type Gathering = 'commentNos' | 'byNos'

/** The write that tells somebody of a thing, in place of what they were told of it before. */
export function replacing({ userNo, thing, ...told }: Entry): Write {
  return {
    collection: NOTIFICATIONS,
    filter: { userNo, thing },
    update: { $set: { ...told, unseen: true }, $unset: { gone: 1 } },
    upsert: true,
  }
}

/**
 * The write that adds a comment or a person to what is told of a thing. What it holds already changes nothing, so it is safe to
 * repeat.
 * @param startsAnew once the entry was seen, only what came since is gathered.
 */
export function gathering(
  { userNo, thing, at, ...told }: Omit<Entry, Gathering>,
  { list, no, startsAnew }: { list: Gathering; no: number; startsAnew: boolean },
): Write {
  const held = { $ifNull: [`$${list}`, []] }
  const isGone = { $eq: ['$gone', true] }
  const isOver = startsAnew ? { $or: [isGone, { $ne: ['$unseen', true] }] } : isGone
  const kept = { $cond: [isOver, [], held] }
  const changed = {
    ...literal({ ...told, unseen: true }),
    at: { $max: ['$at', { $literal: at }] },
    [list]: { $slice: [{ $concatArrays: [kept, [no]] }, -NOTIFICATION_GATHERED_MAX] },
  }
  const isHeld = { $and: [{ $in: [no, held] }, { $not: isGone }] }
  return {
    collection: NOTIFICATIONS,
    filter: { userNo, thing },
    update: [
      { $replaceWith: { $cond: [isHeld, '$$ROOT', { $mergeObjects: ['$$ROOT', changed] }] } },
      { $unset: 'gone' },
    ],
    upsert: true,
  }
}

function literal(values: object): object {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { $literal: value }]))
}

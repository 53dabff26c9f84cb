import { Types } from 'mongoose'

/**
 * A filter for documents that were made from one moment until before another, both on a whole second. It needs no index but that of
 * `_id`: an ObjectId begins with the second in which it was made.
 */
export function createdBetween(from: Date, before: Date) {
  return { _id: { $gte: idOf(from), $lt: idOf(before) } }
}

const idOf = (at: Date) => Types.ObjectId.createFromTime(at.getTime() / 1000)

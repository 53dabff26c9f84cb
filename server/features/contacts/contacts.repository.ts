import type { Connection } from 'mongoose'
import { CONTACT_MS, CONTACTS_MAX } from '#protocol/limits.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import { PUBLIC_PROFILE } from '#server/features/accounts/publicProfile.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A user looked up another user by a full e-mail address or phone number. */
interface ContactRecord {
  userNo: number
  foundNo: number
  /** Time of the latest lookup. */
  foundAt: Date
}

const schema = defineSchema<ContactRecord>(COLLECTIONS.contacts, {
  userNo: Number,
  foundNo: Number,
  foundAt: Date,
})
schema.index({ userNo: 1, foundNo: 1 }, { unique: true })
schema.index({ userNo: 1, foundAt: -1 })
schema.index({ foundNo: 1 })
// MongoDB's TTL monitor deletes expired documents; the embedded engine has none, so `cleanUp` deletes them as well.
schema.index({ foundAt: 1 }, { expireAfterSeconds: CONTACT_MS / 1000 })

/** Contacts found before this time have expired. */
export function contactsSince(now: Date): Date {
  return new Date(now.getTime() - CONTACT_MS)
}

export function createContactRepository(connection: Connection) {
  const contacts = connection.model('Contact', schema)

  /** Of two concurrent lookups the later one sees the records of both. */
  async function deleteOldest(userNo: number): Promise<void> {
    const [last] = await contacts
      .find({ userNo }, { foundAt: 1 })
      .sort({ foundAt: -1 })
      .skip(CONTACTS_MAX)
      .limit(1)
      .lean()
    if (last) await contacts.deleteMany({ userNo, foundAt: { $lte: last.foundAt } })
  }

  return {
    /** Keeps the newest CONTACTS_MAX per user. */
    async record(userNo: number, foundNos: readonly number[], now: Date): Promise<void> {
      if (foundNos.length === 0) return
      const { upsertedCount } = await contacts.bulkWrite(
        foundNos.map(foundNo => ({
          updateOne: { filter: { userNo, foundNo }, update: { $max: { foundAt: now } }, upsert: true },
        })),
        { ordered: false },
      )
      if (upsertedCount > 0) await deleteOldest(userNo)
    },
    /** Newest first. */
    async findByUser(userNo: number, now: Date): Promise<Pick<ContactRecord, 'foundNo' | 'foundAt'>[]> {
      return contacts
        .find({ userNo, foundAt: { $gt: contactsSince(now) } }, { _id: 0, foundNo: 1, foundAt: 1 })
        .sort({ foundAt: -1 })
        .lean()
    },
    /** Deletes contacts of the user and contacts that refer to the user. */
    async deleteByUser(userNo: number): Promise<void> {
      await contacts.deleteMany({ $or: [{ userNo }, { foundNo: userNo }] })
    },
    async cleanUp(now: Date): Promise<void> {
      await contacts.deleteMany({ foundAt: { $lte: contactsSince(now) } })
    },
  }
}

/** Relationship of a user to the viewer. */
export interface Relationship {
  /** Absent if there is no such account. */
  person?: PersonRecord
  /** The viewer looked up the user recently. */
  wasLookedUp?: true
  /** The user and the viewer are in a common hub. */
  sharesHub?: true
  /** The user has blocked the viewer. */
  hasBlocked?: true
  /** The viewer has blocked the user. */
  isBlocked?: true
}

/**
 * Reads several collections in one round trip. All parts run regardless of the others' results and use an index or
 * the viewer's own hubs. So the response time is the same for unknown users, for users who have blocked the viewer
 * and for nonexistent numbers.
 */
export function createRelationshipRepository(connection: Connection) {
  const contacts = connection.collection(COLLECTIONS.contacts)

  return {
    /** By user number; unknown users are absent. */
    async findByUsers(
      viewerNo: number,
      userNos: readonly number[],
      foundAfter: Date,
    ): Promise<Map<number, Relationship>> {
      const numbers = [...userNos]
      const facts = await contacts
        .aggregate<Relationship & { userNo: number }>([
          { $match: { userNo: viewerNo, foundNo: { $in: numbers }, foundAt: { $gt: foundAfter } } },
          { $project: { _id: 0, userNo: '$foundNo', wasLookedUp: TRUE } },
          {
            $unionWith: {
              coll: 'hubs',
              pipeline: [
                { $match: { 'members.userNo': viewerNo } },
                { $project: { companion: { $setIntersection: ['$members.userNo', numbers] } } },
                { $unwind: '$companion' },
                { $group: { _id: '$companion' } },
                { $project: { _id: 0, userNo: '$_id', sharesHub: TRUE } },
              ],
            },
          },
          {
            $unionWith: {
              coll: COLLECTIONS.blocks,
              pipeline: [
                { $match: { blockedNo: viewerNo, userNo: { $in: numbers } } },
                { $project: { _id: 0, userNo: 1, hasBlocked: TRUE } },
              ],
            },
          },
          {
            $unionWith: {
              coll: COLLECTIONS.blocks,
              pipeline: [
                { $match: { userNo: viewerNo, blockedNo: { $in: numbers } } },
                { $project: { _id: 0, userNo: '$blockedNo', isBlocked: TRUE } },
              ],
            },
          },
          {
            $unionWith: {
              coll: 'users',
              pipeline: [
                { $match: { userNo: { $in: numbers } } },
                { $project: { _id: 0, userNo: 1, person: PUBLIC_PROFILE } },
              ],
            },
          },
        ])
        .toArray()
      const relationships = new Map<number, Relationship>()
      for (const { userNo, ...fact } of facts)
        relationships.set(userNo, { ...relationships.get(userNo), ...fact })
      return relationships
    },
  }
}

const TRUE = { $literal: true }

import type { Connection } from 'mongoose'
import { CONTACT_MS, CONTACTS_MAX } from '#protocol/limits.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A user looked up another user by a full e-mail address or phone number. */
interface ContactRecord {
  userNo: number
  foundNo: number
  /** Time of the latest lookup. */
  foundAt: Date
}

const schema = defineSchema<ContactRecord>('acquaintances', {
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
  const contacts = connection.model('Acquaintance', schema)

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
    /** Keeps the newest ACQUAINTANCES_MAX per user. */
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

export type ContactRepository = ReturnType<typeof createContactRepository>

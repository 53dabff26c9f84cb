import type { Connection } from 'mongoose'
import { CONTACT_MS, CONTACTS_MAX } from '#protocol/limits.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** That somebody found somebody by the whole e-mail address or phone number. */
interface ContactRecord {
  userNo: number
  foundNo: number
  /** The last time. */
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
// A server with a TTL monitor sweeps by itself; the embedded engine has none, so `cleanUp` does it, too.
schema.index({ foundAt: 1 }, { expireAfterSeconds: CONTACT_MS / 1000 })

/** An acquaintance counts when it was made after this. */
export function contactsSince(now: Date): Date {
  return new Date(now.getTime() - CONTACT_MS)
}

export function createContactStore(connection: Connection) {
  const contacts = connection.model('Acquaintance', schema)

  /** Of two searches at once the later one sees what both recorded. */
  async function forgetOldest(userNo: number): Promise<void> {
    const [last] = await contacts
      .find({ userNo }, { foundAt: 1 })
      .sort({ foundAt: -1 })
      .skip(CONTACTS_MAX)
      .limit(1)
      .lean()
    if (last) await contacts.deleteMany({ userNo, foundAt: { $lte: last.foundAt } })
  }

  return {
    /** Keeps the newest ACQUAINTANCES_MAX of a person. */
    async record(userNo: number, foundNos: readonly number[], now: Date): Promise<void> {
      if (foundNos.length === 0) return
      const { upsertedCount } = await contacts.bulkWrite(
        foundNos.map(foundNo => ({
          updateOne: { filter: { userNo, foundNo }, update: { $max: { foundAt: now } }, upsert: true },
        })),
        { ordered: false },
      )
      if (upsertedCount > 0) await forgetOldest(userNo)
    },
    /** Newest first. */
    async of(userNo: number, now: Date): Promise<Pick<ContactRecord, 'foundNo' | 'foundAt'>[]> {
      return contacts
        .find({ userNo, foundAt: { $gt: contactsSince(now) } }, { _id: 0, foundNo: 1, foundAt: 1 })
        .sort({ foundAt: -1 })
        .lean()
    },
    /** Whom somebody found, and by whom they were found. */
    async deleteOf(userNo: number): Promise<void> {
      await contacts.deleteMany({ $or: [{ userNo }, { foundNo: userNo }] })
    },
    async cleanUp(now: Date): Promise<void> {
      await contacts.deleteMany({ foundAt: { $lte: contactsSince(now) } })
    },
  }
}

export type ContactStore = ReturnType<typeof createContactStore>

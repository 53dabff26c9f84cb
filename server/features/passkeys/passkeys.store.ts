import type { Connection } from 'mongoose'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A key that a device of its owner's made for us; what opens it never leaves that device or its maker's keeping. */
export interface PasskeyRecord {
  userNo: number
  /** As the browser names it, in base64url. */
  passkeyId: string
  /** What the account is called in it, in base64url: random, and of all passkeys of a person the same. */
  userHandle: string
  /** In the COSE form, in base64url. */
  publicKey: string
  /** How often it has signed, as it says itself; 0 of those that do not count. */
  counter: number
  /** By which ways a browser reaches it. */
  transports: string[]
  /** Empty when the browser that made it is unknown, and it was not renamed. */
  name: string
  createdAt: Date
  lastUsedAt?: Date
}

const schema = defineSchema<PasskeyRecord>('passkeys', {
  userNo: Number,
  passkeyId: String,
  userHandle: String,
  publicKey: String,
  counter: Number,
  transports: [String],
  name: String,
  createdAt: Date,
  lastUsedAt: Date,
})
schema.index({ passkeyId: 1 }, { unique: true })
schema.index({ userNo: 1 })

export function createPasskeyStore(connection: Connection) {
  const passkeys = connection.model('Passkey', schema)
  return {
    /** False when there is one of this id already. */
    async add(passkey: PasskeyRecord): Promise<boolean> {
      try {
        await passkeys.create(passkey)
        return true
      } catch (error) {
        if (duplicateFields(error)?.includes('passkeyId')) return false
        throw error
      }
    },
    /** The oldest first. */
    async ofUser(userNo: number): Promise<PasskeyRecord[]> {
      const found = await passkeys.find({ userNo }, { _id: 0 }).lean<PasskeyRecord[]>()
      return found.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    },
    async byId(passkeyId: string): Promise<PasskeyRecord | null> {
      return passkeys.findOne({ passkeyId }, { _id: 0 }).lean<PasskeyRecord>()
    },
    /** False when it is gone, or has signed again since it was read. */
    async use(
      { passkeyId, userNo, counter }: PasskeyRecord,
      used: { counter: number; lastUsedAt: Date },
    ): Promise<boolean> {
      return (await passkeys.updateOne({ passkeyId, userNo, counter }, { $set: used })).matchedCount === 1
    },
    /** False when it is none of this person's. */
    async rename(userNo: number, passkeyId: string, name: string): Promise<boolean> {
      return (await passkeys.updateOne({ passkeyId, userNo }, { $set: { name } })).matchedCount === 1
    },
    /** False when it is none of this person's. */
    async remove(userNo: number, passkeyId: string): Promise<boolean> {
      return (await passkeys.deleteOne({ passkeyId, userNo })).deletedCount === 1
    },
    async deleteOf(userNo: number): Promise<void> {
      await passkeys.deleteMany({ userNo })
    },
  }
}

export type PasskeyStore = ReturnType<typeof createPasskeyStore>

import type { Connection } from 'mongoose'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A public key credential; the private key never leaves the device or its vendor's keychain. */
export interface PasskeyRecord {
  userNo: number
  /** Credential id in base64url. */
  passkeyId: string
  /** User handle in base64url: random, and the same for all passkeys of a user. */
  userHandle: string
  /** COSE key in base64url. */
  publicKey: string
  /** Signature counter; 0 for authenticators without one. */
  counter: number
  /** How a browser reaches the authenticator. */
  transports: string[]
  /** Empty if the browser is unknown and the passkey was not renamed. */
  name: string
  createdAt: Date
  lastUsedAt?: Date
}

const passkeySchema = defineSchema<PasskeyRecord>('passkeys', {
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
passkeySchema.index({ passkeyId: 1 }, { unique: true })
passkeySchema.index({ userNo: 1 })

export function createPasskeyRepository(connection: Connection) {
  const passkeys = connection.model('Passkey', passkeySchema)
  return {
    /** False if the id exists. */
    async add(passkey: PasskeyRecord): Promise<boolean> {
      try {
        await passkeys.create(passkey)
        return true
      } catch (error) {
        if (duplicateFields(error)?.includes('passkeyId')) return false
        throw error
      }
    },
    /** Oldest first. */
    async findByUser(userNo: number): Promise<PasskeyRecord[]> {
      const found = await passkeys.find({ userNo }, { _id: 0 }).lean<PasskeyRecord[]>()
      return found.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    },
    async findById(passkeyId: string): Promise<PasskeyRecord | null> {
      return passkeys.findOne({ passkeyId }, { _id: 0 }).lean<PasskeyRecord>()
    },
    /** False if the passkey was deleted or used since it was read. */
    async recordUse(
      { passkeyId, userNo, counter }: PasskeyRecord,
      used: { counter: number; lastUsedAt: Date },
    ): Promise<boolean> {
      return (await passkeys.updateOne({ passkeyId, userNo, counter }, { $set: used })).matchedCount === 1
    },
    /** False if the user has no such passkey. */
    async rename(userNo: number, passkeyId: string, name: string): Promise<boolean> {
      return (await passkeys.updateOne({ passkeyId, userNo }, { $set: { name } })).matchedCount === 1
    },
    /** False if the user has no such passkey. */
    async remove(userNo: number, passkeyId: string): Promise<boolean> {
      return (await passkeys.deleteOne({ passkeyId, userNo })).deletedCount === 1
    },
    async deleteByUser(userNo: number): Promise<void> {
      await passkeys.deleteMany({ userNo })
    },
  }
}

/** A challenge for one ceremony; it works once and expires soon. */
interface ChallengeRecord {
  /** Hash of the challenge, which is not stored. */
  challengeHash: string
  ceremony: 'adding' | 'signIn'
  /** For registration: the session that requested it, and the user handle of the account. */
  tokenId?: string
  userHandle?: string
  expiresAt: Date
}

const challengeSchema = defineSchema<ChallengeRecord>('passkeyChallenges', {
  challengeHash: String,
  ceremony: String,
  tokenId: String,
  userHandle: String,
  expiresAt: Date,
})
challengeSchema.index({ challengeHash: 1 }, { unique: true })
// MongoDB's TTL monitor deletes expired documents; the embedded engine has none, so `cleanUp` deletes them as well.
challengeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function createChallengeRepository(connection: Connection) {
  const challenges = connection.model('PasskeyChallenge', challengeSchema)
  return {
    async create(challenge: ChallengeRecord): Promise<void> {
      await challenges.create(challenge)
    },
    /** Consumes the challenge. Null if it is unknown, used, expired, or belongs to another ceremony or session. */
    async consume(
      key: Pick<ChallengeRecord, 'challengeHash' | 'ceremony' | 'tokenId'>,
      now: Date,
    ): Promise<ChallengeRecord | null> {
      return challenges
        .findOneAndDelete({ ...key, expiresAt: { $gt: now } }, { projection: { _id: 0 } })
        .lean<ChallengeRecord>()
    },
    async cleanUp(now: Date): Promise<void> {
      await challenges.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

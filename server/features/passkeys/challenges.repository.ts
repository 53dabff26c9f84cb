import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A challenge for one ceremony; it works once and expires soon. */
export interface ChallengeRecord {
  /** Hash of the challenge, which is not stored. */
  challengeHash: string
  ceremony: 'adding' | 'signIn'
  /** For registration: the session that requested it, and the user handle of the account. */
  tokenId?: string
  userHandle?: string
  expiresAt: Date
}

const schema = defineSchema<ChallengeRecord>('passkeyChallenges', {
  challengeHash: String,
  ceremony: String,
  tokenId: String,
  userHandle: String,
  expiresAt: Date,
})
schema.index({ challengeHash: 1 }, { unique: true })
// MongoDB's TTL monitor deletes expired documents; the embedded engine has none, so `cleanUp` deletes them as well.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function createChallengeRepository(connection: Connection) {
  const challenges = connection.model('PasskeyChallenge', schema)
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

export type ChallengeRepository = ReturnType<typeof createChallengeRepository>

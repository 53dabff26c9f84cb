import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** What a browser is to sign, for one ceremony: once, and soon. */
export interface ChallengeRecord {
  /** Of the challenge, which is kept nowhere. */
  challengeHash: string
  ceremony: 'adding' | 'signIn'
  /** Of an adding: the session that asked for it, and what the account is to be called in the passkey. */
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
// A server with a TTL monitor sweeps by itself; the embedded engine has none, so `cleanUp` does it, too.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function createChallengeStore(connection: Connection) {
  const challenges = connection.model('PasskeyChallenge', schema)
  return {
    async open(challenge: ChallengeRecord): Promise<void> {
      await challenges.create(challenge)
    },
    /** Uses it up; null when it was never made for this ceremony and session, is used, or past its time. */
    async take(
      sought: Pick<ChallengeRecord, 'challengeHash' | 'ceremony' | 'tokenId'>,
      now: Date,
    ): Promise<ChallengeRecord | null> {
      return challenges
        .findOneAndDelete({ ...sought, expiresAt: { $gt: now } }, { projection: { _id: 0 } })
        .lean<ChallengeRecord>()
    },
    async cleanUp(now: Date): Promise<void> {
      await challenges.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

export type ChallengeStore = ReturnType<typeof createChallengeStore>

import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** Secret of a remembered device. Only hashes are stored. */
export interface RememberMe {
  hash: string
  /** The previous secret, which another tab may have sent during the rotation. */
  before?: string
  since: Date
}

/** Push settings of a session's browser. */
export interface Push {
  /** Push subscription; absent after the push service dropped it. */
  endpoint?: string
  p256dh?: string
  auth?: string
  since: Date
  language: string
  /** Such as Asia/Seoul. */
  timeZone: string
  kinds: string[]
  /** Quiet hours in full hours; absent if there are none. */
  quiet?: { from: number; to: number }
  showsText: boolean
  offHubNos: number[]
}

export interface SessionRecord {
  tokenId: string
  userNo: number
  /** Such as 'Chrome · Windows'; empty if unknown. */
  device: string
  /** The browser's ID in `devices`; absent in sessions of older releases. */
  deviceHash?: string
  createdAt: Date
  expiresAt: Date
  /** Updated once a minute. */
  lastSeen: Date
  /** Set while the session was opened with a temporary password that has not been replaced. */
  temporaryPasswordHash?: string
  /** Until then sensitive settings can be changed without entering the password again. */
  provenUntil?: Date
  /** Set if the user chose "remember me". */
  rememberMe?: RememberMe
  /** Push settings; only for remembered sessions, while they are valid. */
  push?: Push
}

/** `rememberMe` is stored as `stay`. */
export type StoredSession = Omit<SessionRecord, 'rememberMe'> & { stay?: RememberMe }

function toSessionRecord({ stay, ...session }: StoredSession): SessionRecord {
  return { ...session, ...(stay && { rememberMe: stay }) }
}

/** Usage of a user's sessions. */
export interface SessionUse {
  count: number
  lastSeen: Date | null
}

/** Minimum interval between updates of `lastSeen`. */
const LAST_SEEN_PRECISION_MS = 60_000

const schema = defineSchema<StoredSession>('sessions', {
  tokenId: String,
  userNo: Number,
  device: String,
  deviceHash: String,
  createdAt: Date,
  expiresAt: Date,
  lastSeen: Date,
  temporaryPasswordHash: String,
  provenUntil: Date,
  stay: { hash: String, before: String, since: Date },
  push: {
    endpoint: String,
    p256dh: String,
    auth: String,
    since: Date,
    language: String,
    timeZone: String,
    kinds: [String],
    quiet: { from: Number, to: Number },
    showsText: Boolean,
    offHubNos: [Number],
  },
})
schema.index({ tokenId: 1 }, { unique: true })
schema.index({ userNo: 1 })
schema.index(
  { userNo: 1, 'push.endpoint': 1 },
  { partialFilterExpression: { 'push.endpoint': { $exists: true } } },
)
schema.index({ 'push.endpoint': 1 }, { sparse: true })
// MongoDB deletes by this TTL index; the embedded engine has no TTL monitor, so `cleanUp` deletes as well.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function createSessionRepository(connection: Connection) {
  const sessions = connection.model('Session', schema)
  return {
    async insert({ rememberMe, ...session }: SessionRecord): Promise<void> {
      await sessions.create({ ...session, ...(rememberMe && { stay: rememberMe }) })
    },
    async findById(tokenId: string): Promise<SessionRecord | null> {
      const found = await sessions.findOne({ tokenId }, { _id: 0 }).lean<StoredSession>()
      return found && toSessionRecord(found)
    },
    /** Returns null for an invalid session. Updates `lastSeen`. */
    async findActive(tokenId: string, userNo: number, now: Date): Promise<SessionRecord | null> {
      const found = await sessions.findOne({ tokenId }, { _id: 0 }).lean<StoredSession>()
      if (found === null || found.userNo !== userNo || found.expiresAt <= now) return null
      const stale = new Date(now.getTime() - LAST_SEEN_PRECISION_MS)
      if (found.lastSeen <= stale)
        await sessions.updateOne({ tokenId, lastSeen: { $lte: stale } }, { $set: { lastSeen: now } })
      return toSessionRecord(found)
    },
    /** Most recently seen first. */
    async findByUser(userNo: number, now: Date): Promise<SessionRecord[]> {
      const found = await sessions
        .find({ userNo, expiresAt: { $gt: now } }, { _id: 0 })
        .lean<StoredSession[]>()
      return found.map(toSessionRecord).sort((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime())
    },
    /** Users without sessions are absent. */
    async activityOf(userNos: readonly number[], now: Date): Promise<Map<number, SessionUse>> {
      if (userNos.length === 0) return new Map()
      const uses = await sessions.aggregate<SessionUse & { _id: number }>([
        { $match: { userNo: { $in: [...userNos] }, expiresAt: { $gt: now } } },
        { $group: { _id: '$userNo', count: { $sum: 1 }, lastSeen: { $max: '$lastSeen' } } },
      ])
      return new Map(uses.map(({ _id, count, lastSeen }) => [_id, { count, lastSeen }]))
    },
    async setProvenUntil(tokenId: string, provenUntil: Date): Promise<void> {
      await sessions.updateOne({ tokenId }, { $set: { provenUntil } })
    },
    /** Clears the temporary password, the password confirmation, the remember-me cookie and push of the session. */
    async resetAfterPasswordChange(tokenId: string, expiresAt: Date): Promise<void> {
      await sessions.updateOne(
        { tokenId },
        { $unset: { temporaryPasswordHash: 1, provenUntil: 1, stay: 1, push: 1 }, $min: { expiresAt } },
      )
    },
    /** Returns whether the secret was current; among concurrent calls with the same secret only one succeeds. */
    async rotateRememberMe(
      tokenId: string,
      { shown, next, now, expiresAt }: { shown: string; next: string; now: Date; expiresAt: Date },
    ): Promise<boolean> {
      const { matchedCount } = await sessions.updateOne(
        { tokenId, 'stay.hash': shown },
        { $set: { stay: { hash: next, before: shown, since: now }, lastSeen: now, expiresAt } },
      )
      return matchedCount === 1
    },
    async end(tokenId: string): Promise<void> {
      await sessions.deleteOne({ tokenId })
    },
    /** Ends all sessions of a user, optionally except one, and returns their IDs. */
    async endByUser(userNo: number, except?: string): Promise<string[]> {
      const found = await sessions.find({ userNo }, { _id: 0, tokenId: 1 }).lean()
      const tokenIds = found.map(session => session.tokenId).filter(tokenId => tokenId !== except)
      await sessions.deleteMany({ tokenId: { $in: tokenIds } })
      return tokenIds
    },
    /** Keeps the newest session and those seen most recently, ends the others and returns their IDs. */
    async endOldest(userNo: number, { keep, newest }: { keep: number; newest: string }): Promise<string[]> {
      const found = await sessions
        .find({ userNo, tokenId: { $ne: newest } }, { tokenId: 1, lastSeen: 1 })
        .lean()
      const oldest = found
        .sort((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime())
        .slice(keep - 1)
        .map(session => session.tokenId)
      if (oldest.length > 0) await sessions.deleteMany({ tokenId: { $in: oldest } })
      return oldest
    },
    async cleanUp(now: Date): Promise<void> {
      await sessions.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

export type SessionRepository = ReturnType<typeof createSessionRepository>

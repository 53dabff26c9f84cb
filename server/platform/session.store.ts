import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** By what a device that stays signed in shows that it is the one. Of both secrets only hashes are kept. */
export interface RememberMe {
  hash: string
  /** The one before, which a tab may have sent just when it was replaced. */
  before?: string
  since: Date
}

/** How the browser of a session is told of news while nobody looks, and of which. */
export interface Push {
  /** Where its push service takes them, and its keys; absent since that service forgot it. */
  endpoint?: string
  p256dh?: string
  auth?: string
  since: Date
  language: string
  /** Where the device is, such as Asia/Seoul. */
  timeZone: string
  kinds: string[]
  /** In full hours; absent when nothing is to be quiet. */
  quiet?: { from: number; to: number }
  showsText: boolean
  offHubNos: number[]
}

export interface SessionRecord {
  tokenId: string
  userNo: number
  /** Such as 'Chrome · Windows'; empty when unknown. */
  device: string
  /** By which the browser is known in `devices`; absent of sessions that were opened before it was kept. */
  deviceHash?: string
  createdAt: Date
  expiresAt: Date
  /** True to the minute. */
  lastSeen: Date
  /** The temporary password that opened it, for as long as it has not been replaced. */
  temporaryPasswordHash?: string
  /** The password was shown again; until then its owner may change what it guards. */
  provenUntil?: Date
  /** Its device was asked to stay signed in. */
  stay?: RememberMe
  /** It is told of news while nobody looks: only of a device that stays signed in, and for as long as the session stands. */
  push?: Push
}

/** How somebody's sessions are in use. */
export interface SessionUse {
  count: number
  lastSeen: Date | null
}

/** How often it is written down, at most, that a session is in use. */
const SEEN_EVERY_MS = 60_000

const schema = defineSchema<SessionRecord>('sessions', {
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
// A server with a TTL monitor sweeps by itself; the embedded engine has none, so `cleanUp` does it, too.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function createSessionStore(connection: Connection) {
  const sessions = connection.model('Session', schema)
  return {
    async open(session: SessionRecord): Promise<void> {
      await sessions.create(session)
    },
    async byId(tokenId: string): Promise<SessionRecord | null> {
      return sessions.findOne({ tokenId }, { _id: 0 }).lean<SessionRecord>()
    },
    /** Null when it does not stand. Notes that it is in use. */
    async relationship(tokenId: string, userNo: number, now: Date): Promise<SessionRecord | null> {
      const found = await sessions.findOne({ tokenId }, { _id: 0 }).lean<SessionRecord>()
      if (found === null || found.userNo !== userNo || found.expiresAt <= now) return null
      const stale = new Date(now.getTime() - SEEN_EVERY_MS)
      if (found.lastSeen <= stale)
        await sessions.updateOne({ tokenId, lastSeen: { $lte: stale } }, { $set: { lastSeen: now } })
      return found
    },
    /** Last seen first. */
    async ofUser(userNo: number, now: Date): Promise<SessionRecord[]> {
      const found = await sessions
        .find({ userNo, expiresAt: { $gt: now } }, { _id: 0 })
        .lean<SessionRecord[]>()
      return found.sort((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime())
    },
    /** Of those who have any. */
    async activityOf(userNos: readonly number[], now: Date): Promise<Map<number, SessionUse>> {
      if (userNos.length === 0) return new Map()
      const uses = await sessions.aggregate<SessionUse & { _id: number }>([
        { $match: { userNo: { $in: [...userNos] }, expiresAt: { $gt: now } } },
        { $group: { _id: '$userNo', count: { $sum: 1 }, lastSeen: { $max: '$lastSeen' } } },
      ])
      return new Map(uses.map(({ _id, count, lastSeen }) => [_id, { count, lastSeen }]))
    },
    async prove(tokenId: string, provenUntil: Date): Promise<void> {
      await sessions.updateOne({ tokenId }, { $set: { provenUntil } })
    },
    /**
     * Neither a temporary password, nor what was proven with the one before, nor a cookie from its time counts any more; and nothing is
     * told to a device that does not stay.
     */
    async passwordChanged(tokenId: string, expiresAt: Date): Promise<void> {
      await sessions.updateOne(
        { tokenId },
        { $unset: { temporaryPasswordHash: 1, provenUntil: 1, stay: 1, push: 1 }, $min: { expiresAt } },
      )
    },
    /** Whether it was this secret's turn: of several that show it at once, one is told so. */
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
    /** Ends a user's sessions but one, or all; tells which. */
    async endOfUser(userNo: number, except?: string): Promise<string[]> {
      const found = await sessions.find({ userNo }, { _id: 0, tokenId: 1 }).lean()
      const tokenIds = found.map(session => session.tokenId).filter(tokenId => tokenId !== except)
      await sessions.deleteMany({ tokenId: { $in: tokenIds } })
      return tokenIds
    },
    /** Ends a user's sessions beyond so many, those seen the longest ago, and never the newest one; tells which. */
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

export type SessionStore = ReturnType<typeof createSessionStore>

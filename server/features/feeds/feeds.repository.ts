import type { Connection } from 'mongoose'
import type { MembershipKey } from '#server/features/hubs/hubs.record.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** The number of no room: the feed of the user's public notes. */
export const PUBLIC_NOTES = 0

export interface FeedRecord {
  /** SHA-256 of the secret in the address, which is not stored. */
  hash: string
  userNo: number
  hubNo: number
  /** Start of the membership of the room; the feed ends with it. */
  joinedAt?: Date
  createdAt: Date
}

const schema = defineSchema<FeedRecord>('feeds', {
  hash: String,
  userNo: Number,
  hubNo: Number,
  joinedAt: Date,
  createdAt: Date,
})
schema.index({ hash: 1 }, { unique: true })
schema.index({ userNo: 1, hubNo: 1 }, { unique: true })

export function createFeedRepository(connection: Connection) {
  const feeds = connection.model('Feed', schema)
  return {
    /** Replaces the feed of this user and room. */
    async replace({ userNo, hubNo, ...feed }: FeedRecord): Promise<void> {
      await feeds.replaceOne({ userNo, hubNo }, { userNo, hubNo, ...feed }, { upsert: true })
    },
    /** Newest first. */
    async findByUser(userNo: number): Promise<FeedRecord[]> {
      const found = await feeds.find({ userNo }, { _id: 0 }).lean<FeedRecord[]>()
      return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    },
    async findByHash(hash: string): Promise<FeedRecord | null> {
      return feeds.findOne({ hash }, { _id: 0 }).lean<FeedRecord>()
    },
    async remove(userNo: number, hubNo: number): Promise<void> {
      await feeds.deleteOne({ userNo, hubNo })
    },
    async deleteByUser(userNo: number): Promise<void> {
      await feeds.deleteMany({ userNo })
    },
    async deleteByMembership(hubNo: number, { userNo, joinedAt }: MembershipKey): Promise<void> {
      await feeds.deleteOne({ userNo, hubNo, joinedAt })
    },
  }
}

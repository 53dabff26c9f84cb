import type { Connection } from 'mongoose'
import type { ApiScope } from '#protocol/apiTokens.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

export interface ApiTokenRecord {
  tokenId: string
  /** SHA-256 of the token, which is not stored. */
  hash: string
  userNo: number
  name: string
  scopes: ApiScope[]
  createdAt: Date
  expiresAt: Date
  lastUsedAt?: Date
}

const schema = defineSchema<ApiTokenRecord>('apiTokens', {
  tokenId: String,
  hash: String,
  userNo: Number,
  name: String,
  scopes: [String],
  createdAt: Date,
  expiresAt: Date,
  lastUsedAt: Date,
})
schema.index({ hash: 1 }, { unique: true })
schema.index({ userNo: 1 })
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function createApiTokenRepository(connection: Connection) {
  const tokens = connection.model('ApiToken', schema)
  return {
    async insert(token: ApiTokenRecord): Promise<void> {
      await tokens.create(token)
    },
    /** Newest first, without expired ones. */
    async findByUser(userNo: number, now: Date): Promise<ApiTokenRecord[]> {
      const found = await tokens
        .find({ userNo, expiresAt: { $gt: now } }, { _id: 0 })
        .lean<ApiTokenRecord[]>()
      return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    },
    /** Null if there is none, or if it has expired. */
    async findByHash(hash: string, now: Date): Promise<ApiTokenRecord | null> {
      return tokens.findOne({ hash, expiresAt: { $gt: now } }, { _id: 0 }).lean<ApiTokenRecord>()
    },
    async recordUse({ hash }: Pick<ApiTokenRecord, 'hash'>, lastUsedAt: Date): Promise<void> {
      await tokens.updateOne({ hash }, { $set: { lastUsedAt } })
    },
    /** False if the user has no such token. */
    async remove(userNo: number, tokenId: string): Promise<boolean> {
      return (await tokens.deleteOne({ tokenId, userNo })).deletedCount === 1
    },
    /** Deletes expired tokens. */
    async cleanUp(now: Date): Promise<void> {
      await tokens.deleteMany({ expiresAt: { $lte: now } })
    },
    async deleteByUser(userNo: number): Promise<void> {
      await tokens.deleteMany({ userNo })
    },
  }
}

export type ApiTokenRepository = ReturnType<typeof createApiTokenRepository>

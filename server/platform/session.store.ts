import { type Connection, Schema } from 'mongoose'

export interface SessionRecord {
  tokenId: string
  userNo: number
  createdAt: Date
  expiresAt: Date
}

const schema = new Schema<SessionRecord>(
  { tokenId: String, userNo: Number, createdAt: Date, expiresAt: Date },
  { collection: 'sessions', versionKey: false },
)
schema.index({ tokenId: 1 }, { unique: true })
schema.index({ userNo: 1 })
// A server with a TTL monitor sweeps by itself; the embedded engine has none, so `sweep` does it, too.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function createSessionStore(connection: Connection) {
  const sessions = connection.model('Session', schema)
  return {
    async open(session: SessionRecord): Promise<void> {
      await sessions.create(session)
    },
    async stands(tokenId: string, userNo: number, now: Date): Promise<boolean> {
      const found = await sessions.findOne({ tokenId }, { userNo: 1, expiresAt: 1 }).lean()
      return found !== null && found.userNo === userNo && found.expiresAt > now
    },
    async end(tokenId: string): Promise<void> {
      await sessions.deleteOne({ tokenId })
    },
    async sweep(now: Date): Promise<void> {
      await sessions.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>

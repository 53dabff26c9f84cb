import type { Connection } from 'mongoose'
import { INVITATION_MS, INVITED_BY_LINK_MAX } from '#protocol/limits.ts'
import type { MembershipKey } from '#server/features/hubs/hubs.record.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** An invitation link. Ended links are deleted. */
export interface InvitationRecord {
  /** Hash of the token, which is not stored. */
  tokenHash: string
  hubNo: number
  makerNo: number
  /** Start of the maker's membership; the link ends with it. */
  makerJoinedAt: Date
  madeAt: Date
  expiresAt: Date
  /** Users who used the link, in order; absent before the first one. */
  invitedNos?: number[]
}

const schema = defineSchema<InvitationRecord>('invitations', {
  tokenHash: String,
  hubNo: Number,
  makerNo: Number,
  makerJoinedAt: Date,
  madeAt: Date,
  expiresAt: Date,
  invitedNos: [Number],
})
schema.index({ tokenHash: 1 }, { unique: true })
schema.index({ hubNo: 1, makerNo: 1 }, { unique: true })
schema.index({ makerNo: 1 })
schema.index({ invitedNos: 1 }, { sparse: true })
// MongoDB's TTL monitor deletes expired documents; the embedded engine has none, so `cleanUp` deletes them as well.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const WITHOUT_ID = { _id: 0 } as const

export function createInvitationRepository(connection: Connection) {
  const invitations = connection.model('Invitation', schema)
  return {
    /** Null if the maker has a valid link from the same membership already. */
    async insert(
      made: Pick<InvitationRecord, 'tokenHash' | 'hubNo' | 'makerNo' | 'makerJoinedAt'>,
      now: Date,
    ): Promise<InvitationRecord | null> {
      const { hubNo, makerNo, tokenHash, makerJoinedAt } = made
      const isOver = { $or: [{ expiresAt: { $lte: now } }, { makerJoinedAt: { $ne: makerJoinedAt } }] }
      const expiresAt = new Date(now.getTime() + INVITATION_MS)
      try {
        return await invitations
          .findOneAndUpdate(
            { hubNo, makerNo, ...isOver },
            { $set: { tokenHash, makerJoinedAt, madeAt: now, expiresAt }, $unset: { invitedNos: 1 } },
            { upsert: true, returnDocument: 'after', projection: WITHOUT_ID },
          )
          .lean<InvitationRecord>()
      } catch (error) {
        if (duplicateFields(error)?.includes('makerNo')) return null
        throw error
      }
    },
    async findByToken(tokenHash: string, now: Date): Promise<InvitationRecord | null> {
      return invitations.findOne({ tokenHash, expiresAt: { $gt: now } }, WITHOUT_ID).lean<InvitationRecord>()
    },
    /** Oldest first. */
    async findByHub(hubNo: number, now: Date): Promise<InvitationRecord[]> {
      const found = await invitations
        .find({ hubNo, expiresAt: { $gt: now } }, WITHOUT_ID)
        .lean<InvitationRecord[]>()
      return found.sort((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
    },
    async findByMaker(makerNo: number, now: Date): Promise<InvitationRecord[]> {
      return invitations.find({ makerNo, expiresAt: { $gt: now } }, WITHOUT_ID).lean<InvitationRecord[]>()
    },
    /**
     * Reserves a place on the link for the user; idempotent. False if the link has ended or is used up. One atomic
     * update, so that no more users than places can join.
     */
    async reservePlace(tokenHash: string, userNo: number, now: Date): Promise<boolean> {
      const hasPlace = {
        $or: [{ invitedNos: userNo }, { [`invitedNos.${INVITED_BY_LINK_MAX - 1}`]: { $exists: false } }],
      }
      const result = await invitations.updateOne(
        { tokenHash, expiresAt: { $gt: now }, ...hasPlace },
        { $addToSet: { invitedNos: userNo } },
      )
      return result.matchedCount === 1
    },
    /** Whether the user has used one of the stored links into the hub. */
    async hasJoinedByLink(hubNo: number, userNo: number): Promise<boolean> {
      return (await invitations.exists({ hubNo, invitedNos: userNo })) !== null
    },
    async delete(hubNo: number, makerNo: number): Promise<void> {
      await invitations.deleteOne({ hubNo, makerNo })
    },
    /** The link made by this membership. */
    async deleteByMembership(hubNo: number, { userNo, joinedAt }: MembershipKey): Promise<void> {
      await invitations.deleteOne({ hubNo, makerNo: userNo, makerJoinedAt: joinedAt })
    },
    /** Links made by the user. */
    async deleteByMaker(makerNo: number): Promise<void> {
      await invitations.deleteMany({ makerNo })
    },
    /** Links made by the user, and the user's places on other links. */
    async deleteByUser(userNo: number): Promise<void> {
      await invitations.deleteMany({ makerNo: userNo })
      await invitations.updateMany({ invitedNos: userNo }, { $pull: { invitedNos: userNo } })
    },
    async cleanUp(now: Date): Promise<void> {
      await invitations.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

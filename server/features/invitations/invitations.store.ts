import type { Connection } from 'mongoose'
import { INVITATION_MS, INVITED_BY_LINK_MAX } from '#protocol/limits.ts'
import type { MembershipKey } from '#server/features/hubs/hubs.record.ts'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A link into a hub. One that was ended is gone, as if it never was. */
export interface InvitationRecord {
  /** Of the token, which is kept nowhere. */
  tokenHash: string
  hubNo: number
  makerNo: number
  /** The membership by which it was made, with which it ends. */
  makerJoinedAt: Date
  madeAt: Date
  expiresAt: Date
  /** For whom one of its places is taken: who came by it, in the order in which they came; absent before the first. */
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
// A server with a TTL monitor sweeps by itself; the embedded engine has none, so `cleanUp` does it, too.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const WITHOUT_ID = { _id: 0 } as const

export function createInvitationStore(connection: Connection) {
  const invitations = connection.model('Invitation', schema)
  return {
    /** Null when the maker has a link into this hub already, from the same membership, that has not run out. */
    async make(
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
    async byToken(tokenHash: string, now: Date): Promise<InvitationRecord | null> {
      return invitations.findOne({ tokenHash, expiresAt: { $gt: now } }, WITHOUT_ID).lean<InvitationRecord>()
    },
    /** The oldest first. */
    async ofHub(hubNo: number, now: Date): Promise<InvitationRecord[]> {
      const found = await invitations
        .find({ hubNo, expiresAt: { $gt: now } }, WITHOUT_ID)
        .lean<InvitationRecord[]>()
      return found.sort((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
    },
    async ofMaker(makerNo: number, now: Date): Promise<InvitationRecord[]> {
      return invitations.find({ makerNo, expiresAt: { $gt: now } }, WITHOUT_ID).lean<InvitationRecord[]>()
    },
    /**
     * Takes one of the places of a link for somebody, who keeps it. False when the link has ended, or all are taken by others.
     * One update, so that never more come than there are places.
     */
    async takePlace(tokenHash: string, userNo: number, now: Date): Promise<boolean> {
      const hasPlace = {
        $or: [{ invitedNos: userNo }, { [`invitedNos.${INVITED_BY_LINK_MAX - 1}`]: { $exists: false } }],
      }
      const taken = await invitations.updateOne(
        { tokenHash, expiresAt: { $gt: now }, ...hasPlace },
        { $addToSet: { invitedNos: userNo } },
      )
      return taken.matchedCount === 1
    },
    /** Whether somebody came by one of the links into a hub that are still kept. */
    async hasLed(hubNo: number, userNo: number): Promise<boolean> {
      return (await invitations.exists({ hubNo, invitedNos: userNo })) !== null
    },
    async end(hubNo: number, makerNo: number): Promise<void> {
      await invitations.deleteOne({ hubNo, makerNo })
    },
    /** The one that was made by a membership. */
    async deleteMadeIn(hubNo: number, { userNo, joinedAt }: MembershipKey): Promise<void> {
      await invitations.deleteOne({ hubNo, makerNo: userNo, makerJoinedAt: joinedAt })
    },
    /** Those that somebody made. */
    async deleteMadeBy(makerNo: number): Promise<void> {
      await invitations.deleteMany({ makerNo })
    },
    /** Those that somebody made, and that they came by others'. */
    async deleteOf(userNo: number): Promise<void> {
      await invitations.deleteMany({ makerNo: userNo })
      await invitations.updateMany({ invitedNos: userNo }, { $pull: { invitedNos: userNo } })
    },
    async cleanUp(now: Date): Promise<void> {
      await invitations.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

export type InvitationStore = ReturnType<typeof createInvitationStore>

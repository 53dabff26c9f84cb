import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { DAY_MS, MINUTE_MS } from '#server/platform/durations.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

export const MAIL_PLANS = 'mailPlans'

export type MailPlanKind = 'soon' | 'daily' | 'weekly' | 'digest'

/**
 * A mail that a user gets at a time about what happened in a period. The contents are read when it is sent. A plan is
 * `planned` until the mail server asks for the content; a `sending` plan is never sent again, whatever becomes of it.
 */
export interface MailPlan {
  userNo: number
  /** Unique per user, such as `daily:2026-11-29`. */
  slot: string
  kind: MailPlanKind
  /** Of a digest. */
  hubNo?: number
  from: Date
  until: Date
  state: 'planned' | 'sending' | 'sent' | 'failed' | 'dropped'
  /** Only of planned mails: when to send, or when the lease ends. */
  dueAt?: Date
  /** Id of the lease; absent until a node has claimed the plan. */
  lease?: string
  /** Failed attempts. */
  attempts: number
  sentAt?: Date
  /** SHA-256 of the secret in the unsubscribe address. */
  unsubscribeHash?: string
  expiresAt: Date
}

/** Longer than composing a mail and reaching the server takes. */
const LEASE_MS = 2 * MINUTE_MS
/** How long the unsubscribe address of a mail works. */
const MAIL_PLAN_KEPT_MS = 60 * DAY_MS

const schema = defineSchema<MailPlan>(MAIL_PLANS, {
  userNo: Number,
  slot: String,
  kind: String,
  hubNo: Number,
  from: Date,
  until: Date,
  state: String,
  dueAt: Date,
  lease: String,
  attempts: Number,
  sentAt: Date,
  unsubscribeHash: String,
  expiresAt: Date,
})
schema.index({ userNo: 1, slot: 1 }, { unique: true })
schema.index({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } })
schema.index({ userNo: 1, sentAt: 1 }, { partialFilterExpression: { sentAt: { $exists: true } } })
schema.index(
  { unsubscribeHash: 1 },
  { unique: true, partialFilterExpression: { unsubscribeHash: { $exists: true } } },
)
// MongoDB's TTL monitor deletes expired documents; the embedded engine has none, so `cleanUp` deletes them as well.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

/** A plan that this node has leased. */
export type LeasedPlan = MailPlan & { lease: string }

export function createMailPlanRepository(connection: Connection) {
  const plans = connection.model('MailPlan', schema)
  const own = ({ userNo, slot, lease }: LeasedPlan) => ({ userNo, slot, lease })

  return {
    /** Leases the oldest due plan to this node, including plans whose lease has expired. */
    async lease(now: Date): Promise<LeasedPlan | null> {
      return plans
        .findOneAndUpdate(
          { dueAt: { $lte: now } },
          { $set: { lease: randomUUID(), dueAt: new Date(now.getTime() + LEASE_MS) } },
          { sort: { dueAt: 1 }, returnDocument: 'after', projection: { _id: 0 } },
        )
        .lean<LeasedPlan>()
    },
    /** From now on the plan is not sent again. False if another node has the lease. */
    async beginSending(plan: LeasedPlan, unsubscribeHash: string, now: Date): Promise<boolean> {
      const { modifiedCount } = await plans.updateOne(
        { ...own(plan), state: 'planned' },
        {
          $set: {
            state: 'sending',
            unsubscribeHash,
            sentAt: now,
            expiresAt: new Date(now.getTime() + MAIL_PLAN_KEPT_MS),
          },
          $unset: { dueAt: 1 },
        },
      )
      return modifiedCount === 1
    },
    async finish(plan: LeasedPlan, state: 'sent' | 'failed' | 'dropped'): Promise<void> {
      await plans.updateOne(own(plan), { $set: { state }, $unset: { dueAt: 1 } })
    },
    /** For a mail that was certainly not delivered. */
    async postpone(plan: LeasedPlan, dueAt: Date): Promise<void> {
      await plans.updateOne(own(plan), {
        $set: { state: 'planned', dueAt },
        $inc: { attempts: 1 },
        $unset: { sentAt: 1, unsubscribeHash: 1, lease: 1 },
      })
    },
    /** After a fault of this server. Does nothing once the mail server may have the mail. */
    async postponeUnsent(plan: LeasedPlan, dueAt: Date): Promise<void> {
      await plans.updateOne(
        { ...own(plan), state: 'planned' },
        { $set: { dueAt }, $inc: { attempts: 1 }, $unset: { lease: 1 } },
      )
    },
    /** Mails of this kind since a time, including those that may not have arrived. */
    async countSent(userNo: number, kind: MailPlanKind, since: Date): Promise<number> {
      return plans.countDocuments({ userNo, kind, sentAt: { $gt: since } })
    },
    async findByUnsubscribeHash(unsubscribeHash: string): Promise<MailPlan | null> {
      return plans.findOne({ unsubscribeHash }, { _id: 0 }).lean<MailPlan>()
    },
    /** Mails that were sent, newest first. */
    async findSent(userNo: number): Promise<MailPlan[]> {
      return plans
        .find({ userNo, sentAt: { $exists: true } }, { _id: 0 })
        .sort({ sentAt: -1 })
        .lean<MailPlan[]>()
    },
    async deleteByUser(userNo: number): Promise<void> {
      await plans.deleteMany({ userNo })
    },
    async cleanUp(now: Date): Promise<void> {
      await plans.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

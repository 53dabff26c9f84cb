import type { Connection } from 'mongoose'
import { MAIL_DIGESTS_MAX } from '#protocol/limits.ts'
import {
  DEFAULT_MAIL_CHOICES,
  type MailChoices,
  type MailKind,
  type MailOffReason,
  NO_MAIL,
} from '#protocol/mailNotifications.ts'
import type { UserRecord } from '#server/features/accounts/accounts.repository.ts'
import { MAIL_PLANS, type MailPlan, type MailPlanKind } from './mailPlans.repository.ts'
import type { MailDigest } from './mailPreferences.record.ts'

/** Refusals of a mailbox after which no more notifications are mailed. */
const BOUNCES_MAX = 3

/** The period that a plan covers, and when it is due. */
export type PlannedSlot = Pick<MailPlan, 'slot' | 'from' | 'until' | 'expiresAt'> & { dueAt: Date }

/** Users who may get notifications by mail. Those who have chosen nothing get them at addresses that they have confirmed. */
const mayGetMail = {
  emailUnconfirmed: { $ne: true },
  suspendedAt: { $exists: false },
  'mail.off': { $exists: false },
}

/** The mail preferences of users. The schema of the collection is in `accounts.repository.ts`; these operations bypass it. */
export function createMailPreferenceRepository(connection: Connection) {
  const users = connection.collection<UserRecord>('users')

  /** Inserts the plans that do not exist yet. */
  const insertPlans = { into: MAIL_PLANS, on: ['userNo', 'slot'], whenMatched: 'keepExisting' } as const

  return {
    async choose(userNo: number, choices: MailChoices, language: string): Promise<void> {
      await users.updateOne({ userNo }, { $set: { 'mail.choices': choices, 'mail.language': language } })
    },
    /** Ends the digests of all rooms as well. */
    async turnOffAll(userNo: number): Promise<void> {
      await users.updateOne({ userNo }, { $set: { 'mail.choices': NO_MAIL }, $unset: { 'mail.digests': 1 } })
    },
    /** Replaces an earlier digest of the room. */
    async addDigest(userNo: number, digest: MailDigest, language: string): Promise<void> {
      const others = {
        $filter: {
          input: { $ifNull: ['$mail.digests', []] },
          cond: { $ne: ['$$this.hubNo', digest.hubNo] },
        },
      }
      const digests = { $slice: [{ $concatArrays: [others, [{ $literal: digest }]] }, -MAIL_DIGESTS_MAX] }
      await users.updateOne({ userNo }, [
        { $set: { 'mail.digests': digests, 'mail.language': { $literal: language } } },
      ])
    },
    async removeDigest(userNo: number, hubNo: number): Promise<void> {
      await users.updateOne({ userNo }, { $pull: { 'mail.digests': { hubNo } } })
    },
    async turnOff(email: string, reason: MailOffReason, at: Date): Promise<void> {
      await users.updateOne(
        { email, 'mail.off': { $exists: false } },
        { $set: { 'mail.off': { reason, at } } },
      )
    },
    async turnOn(userNo: number): Promise<void> {
      await users.updateOne({ userNo }, { $unset: { 'mail.off': 1, 'mail.bounces': 1 } })
    },
    async forgetBounces(userNo: number): Promise<void> {
      await users.updateOne({ userNo, 'mail.bounces': { $exists: true } }, { $unset: { 'mail.bounces': 1 } })
    },
    /** Turns notifications off after the last allowed refusal. */
    async countBounce(userNo: number, at: Date): Promise<void> {
      const bounces = { $add: [{ $ifNull: ['$mail.bounces', 0] }, 1] }
      const off = { reason: 'bounced', at }
      const isTooMany = { $gte: ['$mail.bounces', BOUNCES_MAX] }
      await users.updateOne({ userNo }, [
        { $set: { 'mail.bounces': bounces } },
        { $set: { 'mail.off': { $cond: [isTooMany, { $literal: off }, '$mail.off'] } } },
      ])
    },

    /** Plans mails for those of these users who want the kind, in the slot of their frequency. */
    async plan(
      userNos: readonly number[],
      kind: MailKind,
      slots: Record<Exclude<MailPlanKind, 'digest'>, PlannedSlot>,
    ): Promise<void> {
      const every = { $ifNull: [`$mail.choices.${kind}`, DEFAULT_MAIL_CHOICES[kind]] }
      const plan = Object.entries(slots).reduce<object | null>(
        (otherwise, [planKind, slot]) => ({
          $cond: [
            { $eq: ['$every', planKind] },
            { $literal: { kind: planKind, state: 'planned', attempts: 0, ...slot } },
            otherwise,
          ],
        }),
        null,
      )
      await users
        .aggregate([
          {
            $match: {
              userNo: { $in: [...userNos] },
              ...mayGetMail,
              $or: [{ emailConfirmedAt: { $exists: true } }, { 'mail.choices': { $exists: true } }],
            },
          },
          { $project: { _id: 0, userNo: 1, every } },
          { $project: { userNo: 1, plan } },
          { $match: { plan: { $ne: null } } },
          { $replaceWith: { $mergeObjects: ['$plan', { userNo: '$userNo' }] } },
          { $merge: insertPlans },
        ])
        .toArray()
    },
    /** Plans the digest of a room for its members who want it. */
    async planDigest(userNos: readonly number[], hubNo: number, slot: PlannedSlot): Promise<void> {
      const plan = { kind: 'digest', state: 'planned', attempts: 0, hubNo, ...slot }
      await users
        .aggregate([
          { $match: { userNo: { $in: [...userNos] }, ...mayGetMail, 'mail.digests.hubNo': hubNo } },
          { $replaceWith: { $mergeObjects: [{ $literal: plan }, { userNo: '$userNo' }] } },
          { $merge: insertPlans },
        ])
        .toArray()
    },
  }
}

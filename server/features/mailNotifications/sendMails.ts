import { randomBytes } from 'node:crypto'
import { DEFAULT_LANGUAGE, isLanguage } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { mustConfirmEmail } from '#server/features/accounts/accounts.service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/durations.ts'
import { translatorFor } from '#server/platform/i18n.ts'
import { isMongoUnavailable } from '#server/platform/mongo/queries.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { DeliveryResult, TrackedDelivery, TrackedMail } from '#server/platform/smtpDelivery.ts'
import { findMailContent } from './mailContent.ts'
import type { LeasedPlan } from './mailPlans.repository.ts'
import { MAIL_LATE_MS } from './mailSlots.ts'
import { notificationMail } from './notificationMails.ts'

/** Concurrent connections to the mail server. Further plans wait in the database. */
const CONCURRENCY = 4
/** After the mail server could not be reached, this node leaves it alone for a while. */
const PAUSE_MS = MINUTE_MS
const RETRY_MIN_MS = MINUTE_MS
const RETRY_MAX_MS = HOUR_MS
/** Mails per user about events that were just missed. Further events stay in the inbox. */
const SOON_PER_DAY_MAX = 20
/** 128 bits. */
const SECRET_BYTES = 16

/**
 * Returns the task that sends all due mails. Each plan is leased to one node; after a crash another node takes it over,
 * unless the mail server had already asked for the content.
 */
export function createMailSender(context: Context): () => Promise<void> {
  const { repositories, clock, log, mailer } = context
  const { deliver } = mailer
  let pausedUntil = new Date(0)

  async function work(deliver: TrackedDelivery): Promise<void> {
    const { mailPlans } = repositories
    while (clock() >= pausedUntil) {
      const plan = await mailPlans.lease(clock())
      if (plan === null) return
      try {
        await send(deliver, plan)
      } catch (error) {
        log.error({ err: error, kind: plan.kind, attempts: plan.attempts + 1 }, 'a planned mail failed')
        // The next attempt follows when the lease ends.
        if (isMongoUnavailable(error)) return
        await tryLater(plan, mailPlans.postponeUnsent)
      }
    }
  }

  async function send(deliver: TrackedDelivery, plan: LeasedPlan): Promise<void> {
    const { mailPlans } = repositories
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    const mail = await composeMail(context, plan, secret)
    if (mail === null) return mailPlans.finish(plan, 'dropped')
    const result = await deliver(mail, () => mailPlans.beginSending(plan, sha256(secret), clock()))
    await record(plan, result)
  }

  async function record(plan: LeasedPlan, result: DeliveryResult): Promise<void> {
    const { mailPlans, mailPreferences, users } = repositories
    if (result.outcome === 'cancelled') return
    if (result.outcome === 'accepted') {
      await mailPlans.finish(plan, 'sent')
      return mailPreferences.forgetBounces(plan.userNo)
    }
    const { outcome, reason } = result
    log.warn({ outcome, reason }, 'a notification could not be mailed')
    // It may have arrived, so it is not sent again.
    if (outcome === 'unclear') return
    if (outcome === 'rejected') {
      await mailPlans.finish(plan, 'failed')
      if (!result.isMailboxFault) return
      if (!result.isUnknownMailbox) return mailPreferences.countBounce(plan.userNo, clock())
      const user = await users.findByNo(plan.userNo)
      if (user) await mailPreferences.turnOff(user.email, 'bounced', clock())
      return
    }
    if (result.isServerDown) pausedUntil = new Date(clock().getTime() + PAUSE_MS)
    await tryLater(plan, mailPlans.postpone)
  }

  /** Doubles the time between attempts, and gives up a mail that is days late. */
  async function tryLater(
    plan: LeasedPlan,
    postpone: (plan: LeasedPlan, dueAt: Date) => Promise<void>,
  ): Promise<void> {
    const now = clock().getTime()
    if (now - plan.until.getTime() > MAIL_LATE_MS) {
      log.warn({ kind: plan.kind, attempts: plan.attempts + 1 }, 'a planned mail is given up')
      return repositories.mailPlans.finish(plan, 'failed')
    }
    const waitMs = Math.min(RETRY_MIN_MS * 2 ** plan.attempts, RETRY_MAX_MS)
    await postpone(plan, new Date(now + waitMs))
  }

  return async () => {
    if (deliver === null) return
    await Promise.all(Array.from({ length: CONCURRENCY }, () => work(deliver)))
  }
}

/** The mail as of now; null if there is nothing to send or the user may not get it any more. */
async function composeMail(
  context: Context,
  plan: LeasedPlan,
  unsubscribeSecret: string,
): Promise<TrackedMail | null> {
  const { repositories, clock, publicUrl, keyedHash } = context
  const { userNo } = plan
  const user = await repositories.users.findByNo(userNo)
  if (user === null || user.suspendedAt || mustConfirmEmail(context, user) || user.mail?.off) return null
  if (plan.kind === 'soon') {
    const since = new Date(clock().getTime() - DAY_MS)
    if ((await repositories.mailPlans.countSent(userNo, 'soon', since)) >= SOON_PER_DAY_MAX) return null
  }
  const language = user.mail?.language ?? ''
  const t = translatorFor(isLanguage(language) ? language : DEFAULT_LANGUAGE)
  const content = await findMailContent(context, user, plan, t)
  if (content === null) return null
  const id = keyedHash(`mail:${userNo}:${plan.slot}`)
  return notificationMail({ to: user.email, content, id, unsubscribeSecret, publicUrl }, t)
}

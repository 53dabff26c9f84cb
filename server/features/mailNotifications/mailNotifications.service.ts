import type { Viewer } from '#protocol/access.ts'
import { PUSH_ROOMS_OFF_MAX } from '#protocol/limits.ts'
import {
  DEFAULT_MAIL_CHOICES,
  type MailChoices,
  type MailKind,
  type MailOffReason,
  NO_MAIL,
} from '#protocol/mailNotifications.ts'
import type { Language } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.repository.ts'
import { memberOf, ownHub } from '#server/features/hubs/hubs.listing.ts'
import type { HubSummary } from '#server/features/hubs/hubs.record.ts'
import { notSignedIn } from '#server/platform/errors.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { MailPlan } from './mailPlans.repository.ts'
import type { MailDigest } from './mailPreferences.record.ts'
import { dailySlot, digestSlot, soonSlot, weeklySlot } from './mailSlots.ts'

/** Returns the choices of the user, or the default ones. */
export async function choicesOf(
  { repositories, clock }: Context,
  { userNo, mail, emailConfirmedAt }: UserRecord,
): Promise<MailChoices> {
  if (mail?.choices) return { ...NO_MAIL, ...mail.choices }
  // Without a choice nothing is sent to an address that nobody has confirmed.
  if (emailConfirmedAt === undefined) return NO_MAIL
  const pushDevices = await repositories.pushDevices.findByUser(userNo, clock())
  return pushDevices.length > 0 ? NO_MAIL : DEFAULT_MAIL_CHOICES
}

/** Whether the digest belongs to the current membership. */
export function isDigestOf(digests: readonly MailDigest[] | undefined, { hubNo, own }: HubSummary): boolean {
  return (
    digests?.some(digest => digest.hubNo === hubNo && digest.joinedAt.getTime() === own.joinedAt.getTime()) ??
    false
  )
}

export async function getSettings(context: Context, { userNo }: Viewer) {
  const { repositories } = context
  const [user, rooms] = await Promise.all([
    repositories.users.findByNo(userNo),
    repositories.hubs.findSummaries(userNo),
  ])
  if (user === null) throw notSignedIn()
  return {
    user,
    choices: await choicesOf(context, user),
    rooms: rooms
      .sort((a, b) => b.lastActivity.getTime() - a.lastActivity.getTime())
      .slice(0, PUSH_ROOMS_OFF_MAX),
  }
}

/** Throws `notFound` for a room of others. */
export async function setDigest(
  context: Context,
  viewer: Viewer,
  { hubNo, isOn, language }: { hubNo: number; isOn: boolean; language: Language },
): Promise<void> {
  const { mailPreferences } = context.repositories
  const { joinedAt } = memberOf(await ownHub(context, viewer, hubNo), viewer.userNo)
  if (isOn) await mailPreferences.addDigest(viewer.userNo, { hubNo, joinedAt }, language)
  else await mailPreferences.removeDigest(viewer.userNo, hubNo)
}

/** The sent mail with this secret in its unsubscribe address; null if there is none or it is too old. */
export async function findMailBySecret({ repositories }: Context, secret: string): Promise<MailPlan | null> {
  return repositories.mailPlans.findByUnsubscribeHash(sha256(secret))
}

/** Ends the digest of the room, or all notifications by mail, with the digests. */
export async function unsubscribe({ repositories }: Context, { userNo, hubNo }: MailPlan): Promise<void> {
  if (hubNo === undefined) await repositories.mailPreferences.turnOffAll(userNo)
  else await repositories.mailPreferences.removeDigest(userNo, hubNo)
}

/** A mail service has reported a bounce or a complaint. Unknown addresses change nothing. */
export async function recordMailEvent(
  { repositories, clock }: Context,
  { address, reason }: { address: string; reason: MailOffReason },
): Promise<void> {
  await repositories.mailPreferences.turnOff(address.trim().toLowerCase(), reason, clock())
}

/**
 * Plans mails about an event, by kind, for users who want them unless they see the event first. Runs in the background;
 * a failure only costs the mail.
 */
export function planMails(
  context: Context,
  recipients: Partial<Record<MailKind, readonly number[]>>,
  at: Date,
): void {
  const { repositories, mailer, backgroundTasks } = context
  if (mailer.deliver === null) return
  const slots = { soon: soonSlot(at), daily: dailySlot(at), weekly: weeklySlot(at) }
  for (const [kind, userNos] of Object.entries(recipients))
    if (userNos.length > 0)
      backgroundTasks.run('plan mails', () =>
        repositories.mailPreferences.plan(userNos, kind as MailKind, slots),
      )
}

/** Plans mails about a new note in a room, and the digest of the room. */
export function planMailsOfShare(
  context: Context,
  { hubNo, userNos, at }: { hubNo: number; userNos: readonly number[]; at: Date },
): void {
  const { repositories, mailer, backgroundTasks } = context
  if (mailer.deliver === null || userNos.length === 0) return
  planMails(context, { note: userNos }, at)
  backgroundTasks.run('plan digests', () =>
    repositories.mailPreferences.planDigest(userNos, hubNo, digestSlot(at, hubNo)),
  )
}

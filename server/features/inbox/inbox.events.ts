import { type NotificationCount, notificationTargets } from '#protocol/inbox.ts'
import { NOTIFICATIONS_LEFT, NOTIFICATIONS_MAX } from '#protocol/limits.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { planMails } from '#server/features/mailNotifications/mailNotifications.service.ts'
import type { HighlightRecord } from '#server/features/passages/passages.record.ts'
import { notifyDevices } from '#server/features/push/push.service.ts'
import type { ReactionRecord } from '#server/features/reactions/reactions.repository.ts'
import type { Write } from '#server/platform/mongo/queries.ts'
import { dayOf } from '#server/platform/seoulDays.ts'
import { addToNotification, replaceNotification } from './notifications.record.ts'

/**
 * Publishes to each user the number of new notifications. Counts after the revision was bumped, because receivers
 * ignore a count whose revision is not higher. Deletes the oldest entries of a full inbox first.
 */
export async function publishNotificationCounts(context: Context, userNos: readonly number[]): Promise<void> {
  if (userNos.length === 0) return
  const { repositories, counters, live, clock } = context
  const revision = await counters.next('newsRevision')
  const numbers = [...(await repositories.notifications.countByUser(userNos, clock()))]
  const fullNos = numbers.flatMap(([userNo, { all }]) => (all > NOTIFICATIONS_MAX ? [userNo] : []))
  live.publishToEach(
    'inbox:changed',
    numbers.map(([userNo, { unseen }]) => [[userNo], { count: unseen, revision }]),
  )
  for (const userNo of fullNos)
    await repositories.notifications.deleteAllButNewest(userNo, NOTIFICATIONS_LEFT)
  await publishNotificationCounts(context, fullNos)
}

/** Reads the revision before the count, so the count is at least as new. */
export async function countNotifications(
  { repositories, counters, clock }: Context,
  userNo: number,
): Promise<NotificationCount> {
  const revision = await counters.last('newsRevision')
  const numbers = await repositories.notifications.countByUser([userNo], clock())
  return { count: numbers.get(userNo)?.unseen ?? 0, revision }
}

/** A user was added to a hub by another user. */
export async function notifyInvited(
  context: Context,
  { hubNo, userNos, inviterNo }: { hubNo: number; userNos: readonly number[]; inviterNo: number },
): Promise<void> {
  const invited = userNos.filter(userNo => userNo !== inviterNo)
  const target = notificationTargets.room(hubNo)
  const at = context.clock()
  await storeAndPublish(
    context,
    invited.map(userNo =>
      replaceNotification({ userNo, target, kind: 'invited', at, hubNo, byNos: [inviterNo] }),
    ),
    { userNos: invited, at },
  )
  planMails(context, { invited }, at)
}

/** A user joined a hub by a member's link. That member gets one notification per day, unless they have muted the hub. */
export async function notifyJoined(
  context: Context,
  { hubNo, members }: Pick<HubRecord, 'hubNo' | 'members'>,
  { joinerNo, makerNo }: { joinerNo: number; makerNo: number },
): Promise<void> {
  // A user whom a member has blocked cannot join.
  const blockerNos = new Set<number>()
  if (!isNotifiedInHub({ members }, { userNo: makerNo, byNo: joinerNo, blockerNos })) return
  const at = context.clock()
  const notification = addToNotification(
    { userNo: makerNo, target: notificationTargets.joined(hubNo, dayOf(at)), kind: 'joined', at, hubNo },
    { list: 'byNos', no: joinerNo, startsAnew: false },
  )
  await storeAndPublish(context, [notification], { userNos: [makerNo], at })
}

/** An administrator answered a suggestion or changed the answer. */
export async function notifyAnswered(
  context: Context,
  { suggestionNo, writerNo, answererNo }: { suggestionNo: number; writerNo: number; answererNo: number },
): Promise<void> {
  if (writerNo === answererNo) return
  const target = notificationTargets.opinion(suggestionNo)
  const at = context.clock()
  const notification = replaceNotification({ userNo: writerNo, target, kind: 'answer', at, suggestionNo })
  await storeAndPublish(context, [notification], { userNos: [writerNo], at })
}

/** Administrators settled a report. The reporter learns nothing about the reported user. */
export async function notifyReportSettled(
  context: Context,
  { reportNo, reporterNo, hasActed }: { reportNo: number; reporterNo: number; hasActed: boolean },
): Promise<void> {
  const at = context.clock()
  const target = notificationTargets.report(reportNo)
  const notification = replaceNotification({ userNo: reporterNo, target, kind: 'report', at, hasActed })
  await storeAndPublish(context, [notification], { userNos: [reporterNo], at })
}

/** An administrator has ended the public link of a note. */
export async function notifyTakenDown(
  context: Context,
  { noteNo, authorNo, reason }: { noteNo: number; authorNo: number; reason: string },
): Promise<void> {
  const at = context.clock()
  const target = notificationTargets.takenDown(noteNo)
  const notification = replaceNotification({
    userNo: authorNo,
    target,
    kind: 'takenDown',
    at,
    noteNo,
    reason,
  })
  await storeAndPublish(context, [notification], { userNos: [authorNo], at })
}

/** A scheduled backup has failed. Administrators get one notification per day. */
export async function notifyOfFailedBackup(context: Context, userNos: readonly number[]): Promise<void> {
  const at = context.clock()
  const target = notificationTargets.backupFailed(dayOf(at))
  await storeAndPublish(
    context,
    userNos.map(userNo => replaceNotification({ userNo, target, kind: 'backupFailed', at })),
    { userNos, at },
  )
}

/**
 * New sign-ins from one kind of device make one notification per day: a program without cookies must not flood the
 * inbox.
 */
export async function notifyNewDevice(
  context: Context,
  { userNo, device }: { userNo: number; device: string },
): Promise<void> {
  const at = context.clock()
  const target = notificationTargets.device(device, dayOf(at))
  const notification = replaceNotification({ userNo, target, kind: 'device', at, device })
  await storeAndPublish(context, [notification], { userNos: [userNo], at })
}

/** Whether a member is notified of what another user did in the hub. A member who has muted it is notified of mentions only. */
export function isNotifiedInHub(
  { members }: Pick<HubRecord, 'members'>,
  { userNo, byNo, blockerNos }: { userNo: number; byNo: number; blockerNos: ReadonlySet<number> },
): boolean {
  const isReceived = members.some(member => member.userNo === userNo && !member.muted)
  return isReceived && userNo !== byNo && !blockerNos.has(userNo)
}

/** Notifies the author of a note or comment about reactions, one notification per day. */
export function notificationOfReaction(
  { hubNo, noteNo, commentNo, userNo, since }: ReactionRecord,
  ownerNo: number,
): Write {
  const about = commentNo === NOTE_ITSELF ? {} : { commentNos: [commentNo] }
  const target = notificationTargets.empathy(hubNo, noteNo, commentNo, dayOf(since))
  return addToNotification(
    { userNo: ownerNo, target, kind: 'empathy', at: since, hubNo, noteNo, ...about },
    { list: 'byNos', no: userNo, startsAnew: false },
  )
}

/** Notifies the author of a note about highlights, one notification per day. */
export function notificationOfHighlight(
  { hubNo, noteNo, userNo, since }: HighlightRecord,
  authorNo: number,
): Write {
  const target = notificationTargets.passage(hubNo, noteNo, dayOf(since))
  return addToNotification(
    { userNo: authorNo, target, kind: 'passage', at: since, hubNo, noteNo },
    { list: 'byNos', no: userNo, startsAnew: false },
  )
}

async function storeAndPublish(
  context: Context,
  writes: Write[],
  { userNos, at }: { userNos: readonly number[]; at: Date },
): Promise<void> {
  await context.repositories.notifications.write(writes)
  notifyDevices(context, userNos, at)
  await publishNotificationCounts(context, userNos)
}

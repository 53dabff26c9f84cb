import { notificationTargets } from '#protocol/inbox.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import { notifyDevices } from '#server/features/push/push.service.ts'
import type { ReactionRecord } from '#server/features/reactions/reactions.repository.ts'
import type { Write } from '#server/platform/mongo/queries.ts'
import { publishNotificationCounts } from './inbox.events.ts'
import { addToNotification, replaceNotification } from './notifications.record.ts'

/** A user was added to a hub by another user. */
export async function notifyInvited(
  context: Context,
  { hubNo, userNos, inviterNo }: { hubNo: number; userNos: readonly number[]; inviterNo: number },
): Promise<void> {
  const invited = userNos.filter(userNo => userNo !== inviterNo)
  const target = notificationTargets.room(hubNo)
  const at = context.clock()
  await publish(
    context,
    invited.map(userNo =>
      replaceNotification({ userNo, thing: target, kind: 'invited', at, hubNo, byNos: [inviterNo] }),
    ),
    { userNos: invited, at },
  )
}

/** A user joined a hub by a member's link. That member gets one notification per day. */
export async function notifyJoined(
  context: Context,
  { hubNo, joinerNo, makerNo }: { hubNo: number; joinerNo: number; makerNo: number },
): Promise<void> {
  const at = context.clock()
  const joined = addToNotification(
    { userNo: makerNo, thing: notificationTargets.joined(hubNo, dayOf(at)), kind: 'joined', at, hubNo },
    { list: 'byNos', no: joinerNo, startsAnew: false },
  )
  await publish(context, [joined], { userNos: [makerNo], at })
}

/** An administrator answered a suggestion or changed the answer. */
export async function notifyAnswered(
  context: Context,
  { suggestionNo, writerNo, answererNo }: { suggestionNo: number; writerNo: number; answererNo: number },
): Promise<void> {
  if (writerNo === answererNo) return
  const target = notificationTargets.opinion(suggestionNo)
  const at = context.clock()
  await publish(
    context,
    [replaceNotification({ userNo: writerNo, thing: target, kind: 'answer', at, suggestionNo })],
    {
      userNos: [writerNo],
      at,
    },
  )
}

/** Administrators settled a report. The reporter learns nothing about the reported user. */
export async function notifyReportSettled(
  context: Context,
  { reportNo, reporterNo, hasActed }: { reportNo: number; reporterNo: number; hasActed: boolean },
): Promise<void> {
  const at = context.clock()
  const target = notificationTargets.report(reportNo)
  await publish(
    context,
    [replaceNotification({ userNo: reporterNo, thing: target, kind: 'report', at, hasActed })],
    {
      userNos: [reporterNo],
      at,
    },
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
  await publish(context, [replaceNotification({ userNo, thing: target, kind: 'device', at, device })], {
    userNos: [userNo],
    at,
  })
}

/** Notifies the author of a note or comment about reactions, one notification per day. */
export function notificationOfReaction(
  { hubNo, noteNo, commentNo, userNo, since }: ReactionRecord,
  ownerNo: number,
): Write {
  const about = commentNo === NOTE_ITSELF ? {} : { commentNos: [commentNo] }
  const target = notificationTargets.empathy(hubNo, noteNo, commentNo, dayOf(since))
  return addToNotification(
    { userNo: ownerNo, thing: target, kind: 'empathy', at: since, hubNo, noteNo, ...about },
    { list: 'byNos', no: userNo, startsAnew: false },
  )
}

async function publish(
  context: Context,
  writes: Write[],
  { userNos, at }: { userNos: readonly number[]; at: Date },
): Promise<void> {
  await context.repositories.notifications.write(writes)
  notifyDevices(context, userNos, at)
  await publishNotificationCounts(context, userNos)
}

/** Korea, the time zone of most users, has no daylight saving time. */
const UTC_OFFSET_MS = 9 * 60 * 60 * 1000

/** As YYYY-MM-DD. */
function dayOf(at: Date): string {
  return new Date(at.getTime() + UTC_OFFSET_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

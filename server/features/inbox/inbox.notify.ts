import { notificationTargets } from '#protocol/inbox.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import { notifyDevices } from '#server/features/push/push.notify.ts'
import type { ReactionRecord } from '#server/features/reactions/reactions.store.ts'
import type { Write } from '#server/platform/mongo/bulkWriteAll.ts'
import { publishNumbers } from './inbox.events.ts'
import { gathering, replacing } from './notifications.writes.ts'

/** Somebody was put into a room by somebody else. */
export async function notifyInvited(
  context: Context,
  { hubNo, userNos, inviterNo }: { hubNo: number; userNos: readonly number[]; inviterNo: number },
): Promise<void> {
  const invited = userNos.filter(userNo => userNo !== inviterNo)
  const thing = notificationTargets.room(hubNo)
  const at = context.clock()
  await publish(
    context,
    invited.map(userNo => replacing({ userNo, thing, kind: 'invited', at, hubNo, byNos: [inviterNo] })),
    { userNos: invited, at },
  )
}

/** Somebody came into a room by the link of one of its members: that member is told, all of a day together. */
export async function notifyJoined(
  context: Context,
  { hubNo, joinerNo, makerNo }: { hubNo: number; joinerNo: number; makerNo: number },
): Promise<void> {
  const at = context.clock()
  const joined = gathering(
    { userNo: makerNo, thing: notificationTargets.joined(hubNo, dayOf(at)), kind: 'joined', at, hubNo },
    { list: 'byNos', no: joinerNo, startsAnew: false },
  )
  await publish(context, [joined], { userNos: [makerNo], at })
}

/** An administrator answered an opinion, perhaps anew. */
export async function notifyAnswered(
  context: Context,
  { suggestionNo, writerNo, answererNo }: { suggestionNo: number; writerNo: number; answererNo: number },
): Promise<void> {
  if (writerNo === answererNo) return
  const thing = notificationTargets.opinion(suggestionNo)
  const at = context.clock()
  await publish(context, [replacing({ userNo: writerNo, thing, kind: 'answer', at, suggestionNo })], {
    userNos: [writerNo],
    at,
  })
}

/** Administrators have looked at what somebody reported. Of whom it was about nothing is told. */
export async function notifyReportSettled(
  context: Context,
  { reportNo, reporterNo, hasActed }: { reportNo: number; reporterNo: number; hasActed: boolean },
): Promise<void> {
  const at = context.clock()
  const thing = notificationTargets.report(reportNo)
  await publish(context, [replacing({ userNo: reporterNo, thing, kind: 'report', at, hasActed })], {
    userNos: [reporterNo],
    at,
  })
}

/** Of sign-ins on new devices of one kind those of a day are one entry: a program without cookies must not fill an inbox. */
export async function notifyNewDevice(
  context: Context,
  { userNo, device }: { userNo: number; device: string },
): Promise<void> {
  const at = context.clock()
  const thing = notificationTargets.device(device, dayOf(at))
  await publish(context, [replacing({ userNo, thing, kind: 'device', at, device })], {
    userNos: [userNo],
    at,
  })
}

/** What tells the author of a note or a comment that somebody empathizes with it, all of a day together. */
export function notificationOfReaction(
  { hubNo, noteNo, commentNo, userNo, since }: ReactionRecord,
  ownerNo: number,
): Write {
  const about = commentNo === NOTE_ITSELF ? {} : { commentNos: [commentNo] }
  const thing = notificationTargets.empathy(hubNo, noteNo, commentNo, dayOf(since))
  return gathering(
    { userNo: ownerNo, thing, kind: 'empathy', at: since, hubNo, noteNo, ...about },
    { list: 'byNos', no: userNo, startsAnew: false },
  )
}

async function publish(
  context: Context,
  writes: Write[],
  { userNos, at }: { userNos: readonly number[]; at: Date },
): Promise<void> {
  await context.stores.notifications.write(writes)
  notifyDevices(context, userNos, at)
  await publishNumbers(context, userNos)
}

/** Where most people of the product are: Korea, which keeps one time all year. */
const AHEAD_OF_UTC_MS = 9 * 60 * 60 * 1000

/** As YYYY-MM-DD. */
function dayOf(at: Date): string {
  return new Date(at.getTime() + AHEAD_OF_UTC_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

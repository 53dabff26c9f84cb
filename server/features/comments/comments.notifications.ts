import { notificationTargets } from '#protocol/inbox.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { publishNumbers } from '#server/features/inbox/inbox.events.ts'
import { notificationsOfComment } from '#server/features/inbox/recipients.rules.ts'
import { notifyDevices } from '#server/features/push/push.notify.ts'
import type { CommentRecord } from './comments.store.ts'

/** Nobody waits for it: what they are told is stored already. `hub` is as it was when it had counted the comment. */
export function notifyRecipients(
  context: Context,
  hub: HubRecord,
  { userNos, at }: { userNos: readonly number[]; at: Date },
): void {
  if (userNos.length === 0) return
  notifyDevices(context, userNos, at)
  const memberNos = new Set(hub.members.map(({ userNo }) => userNo))
  const leftNos = userNos.filter(userNo => !memberNos.has(userNo))
  context.backgroundTasks.run('telling of a comment in inboxes', async () => {
    // What is told of rooms is taken from those who leave; these left before it was saved.
    for (const userNo of leftNos) await context.stores.notifications.forgetRoom(hub.hubNo, userNo)
    await publishNumbers(context, userNos)
  })
}

/** A changed comment calls those whom it mentions only now, and calls those no more whom it no longer mentions. */
export async function callAnew(
  context: Context,
  hub: HubRecord,
  { before, after }: { before: CommentRecord; after: CommentRecord },
): Promise<void> {
  const { mentionedNos: earlier = [] } = before
  const { mentionedNos: now = [], commentNo, hubNo, noteNo, writerNo } = after
  const uncalled = earlier.filter(userNo => !now.includes(userNo))
  const members = hub.members.map(({ userNo }) => userNo)
  const added = now.filter(
    userNo => userNo !== writerNo && !earlier.includes(userNo) && members.includes(userNo),
  )
  if (added.length + uncalled.length === 0) return
  const { stores, clock } = context
  const thread = { hubNo, noteNo }
  const blockerNos = added.length > 0 ? await stores.personBlocks.blockersOf(writerNo) : new Set<number>()
  const called = added.filter(userNo => !blockerNos.has(userNo))
  if (called.length > 0)
    await stores.notifications.forgetComment({ ...thread, userNo: { $in: called } }, commentNo)
  const at = clock()
  await stores.notifications.write(
    notificationsOfComment(after, new Map(called.map(userNo => [userNo, 'mention'])), at),
  )
  notifyDevices(context, called, at)
  if (uncalled.length > 0) await callNoMore(context, after, uncalled)
  // It may have been deleted meanwhile, and what tells of it with it.
  if ((await stores.comments.byNo(commentNo)) === null)
    await stores.notifications.forgetComment(thread, commentNo)
  await publishNumbers(context, [...called, ...uncalled])
}

/** Whom it answers is told of it all the same. */
async function callNoMore(
  { stores }: Context,
  { commentNo, hubNo, noteNo, replyTo }: CommentRecord,
  userNos: readonly number[],
): Promise<void> {
  const thing = notificationTargets.comment(commentNo)
  const answeredNo = replyTo === undefined ? undefined : (await stores.comments.byNo(replyTo))?.writerNo
  const others = userNos.filter(userNo => userNo !== answeredNo)
  await stores.notifications.forgetCalls({ hubNo, noteNo }, thing, others)
  if (answeredNo !== undefined && userNos.includes(answeredNo))
    await stores.notifications.answersOnly(thing, answeredNo)
}

/** It is there no more: nobody is told of it, nor of who empathized with it. */
export async function deleteNotificationsOfComment(context: Context, comment: CommentRecord): Promise<void> {
  const { hubNo, noteNo, commentNo } = comment
  await publishNumbers(
    context,
    await context.stores.notifications.forgetComment({ hubNo, noteNo }, commentNo),
  )
}

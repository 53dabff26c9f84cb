import { notificationTargets } from '#protocol/inbox.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { publishNotificationCounts } from '#server/features/inbox/inbox.events.ts'
import { notificationsOfComment } from '#server/features/inbox/recipients.rules.ts'
import { notifyDevices } from '#server/features/push/push.service.ts'
import type { CommentRecord } from './comments.repository.ts'

/**
 * Runs in the background: the notifications are stored already. `hub` is the state at the version bump of the
 * comment.
 */
export function notifyRecipients(
  context: Context,
  hub: HubRecord,
  { userNos, at }: { userNos: readonly number[]; at: Date },
): void {
  if (userNos.length === 0) return
  notifyDevices(context, userNos, at)
  const memberNos = new Set(hub.members.map(({ userNo }) => userNo))
  const leftNos = userNos.filter(userNo => !memberNos.has(userNo))
  context.backgroundTasks.run('publish notification counts of a comment', async () => {
    // Leaving removes a member's notifications of the hub; these members left before the notification was saved.
    for (const userNo of leftNos) await context.repositories.notifications.removeHub(hub.hubNo, userNo)
    await publishNotificationCounts(context, userNos)
  })
}

/** Notifies members mentioned by the edit, and withdraws the notification of members no longer mentioned. */
export async function updateMentionNotifications(
  context: Context,
  hub: HubRecord,
  { before, after }: { before: CommentRecord; after: CommentRecord },
): Promise<void> {
  const { mentionedNos: earlier = [] } = before
  const { mentionedNos: now = [], commentNo, hubNo, noteNo, writerNo } = after
  const unmentioned = earlier.filter(userNo => !now.includes(userNo))
  const members = hub.members.map(({ userNo }) => userNo)
  const added = now.filter(
    userNo => userNo !== writerNo && !earlier.includes(userNo) && members.includes(userNo),
  )
  if (added.length + unmentioned.length === 0) return
  const { repositories, clock } = context
  const thread = { hubNo, noteNo }
  const blockerNos =
    added.length > 0 ? await repositories.personBlocks.findBlockers(writerNo) : new Set<number>()
  const mentioned = added.filter(userNo => !blockerNos.has(userNo))
  if (mentioned.length > 0)
    await repositories.notifications.removeComment({ ...thread, userNo: { $in: mentioned } }, commentNo)
  const at = clock()
  await repositories.notifications.write(
    notificationsOfComment(after, new Map(mentioned.map(userNo => [userNo, 'mention'])), at),
  )
  notifyDevices(context, mentioned, at)
  if (unmentioned.length > 0) await removeMentionNotifications(context, after, unmentioned)
  // The comment may have been deleted meanwhile, with its notifications.
  if ((await repositories.comments.findByNo(commentNo)) === null)
    await repositories.notifications.removeComment(thread, commentNo)
  await publishNotificationCounts(context, [...mentioned, ...unmentioned])
}

/** The author of the answered comment keeps the notification. */
async function removeMentionNotifications(
  { repositories }: Context,
  { commentNo, hubNo, noteNo, replyTo }: CommentRecord,
  userNos: readonly number[],
): Promise<void> {
  const target = notificationTargets.comment(commentNo)
  const answeredNo =
    replyTo === undefined ? undefined : (await repositories.comments.findByNo(replyTo))?.writerNo
  const others = userNos.filter(userNo => userNo !== answeredNo)
  await repositories.notifications.removeMentions({ hubNo, noteNo }, target, others)
  if (answeredNo !== undefined && userNos.includes(answeredNo))
    await repositories.notifications.downgradeToAnswer(target, answeredNo)
}

/** Deletes notifications about the comment and about reactions to it. */
export async function deleteNotificationsOfComment(context: Context, comment: CommentRecord): Promise<void> {
  const { hubNo, noteNo, commentNo } = comment
  await publishNotificationCounts(
    context,
    await context.repositories.notifications.removeComment({ hubNo, noteNo }, commentNo),
  )
}

import { mentionsIn } from '#protocol/comments.ts'
import { type NotificationKind, notificationTargets } from '#protocol/inbox.ts'
import { MENTIONED_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord, MemberRecord } from '#server/features/hubs/hubs.record.ts'
import { publishNotificationCounts } from '#server/features/inbox/inbox.events.ts'
import { addToNotification, replaceNotification } from '#server/features/inbox/notifications.record.ts'
import { planMails } from '#server/features/mailNotifications/mailNotifications.service.ts'
import { notifyDevices } from '#server/features/push/push.service.ts'
import type { ShareRecord } from '#server/features/shares/shares.record.ts'
import type { Write } from '#server/platform/mongo/queries.ts'
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

/** Comments in a thread of the user are not mailed. */
export function planMailsOfComment(
  context: Context,
  recipients: ReadonlyMap<number, NotificationReason>,
  at: Date,
): void {
  const those = (reason: NotificationReason) =>
    [...recipients].flatMap(([userNo, each]) => (each === reason ? [userNo] : []))
  planMails(context, { mention: those('mention'), reply: those('reply'), comment: those('comment') }, at)
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
  const blockerNos = added.length > 0 ? await repositories.blocks.findBlockers(writerNo) : new Set<number>()
  const mentioned = added.filter(userNo => !blockerNos.has(userNo))
  if (mentioned.length > 0)
    await repositories.notifications.removeComment({ ...thread, userNo: { $in: mentioned } }, commentNo)
  const at = clock()
  await repositories.notifications.write(
    notificationsOfComment(after, new Map(mentioned.map(userNo => [userNo, 'mention'])), at),
  )
  notifyDevices(context, mentioned, at)
  planMails(context, { mention: mentioned }, at)
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

/**
 * Members whom the text mentions, without duplicates, limited to the first ones. Includes members who have blocked
 * the writer, who must not learn of the block; the notification code leaves them out.
 */
export async function findMentioned({ people }: Context, hub: HubRecord, text: string): Promise<number[]> {
  if (!text.includes('@')) return []
  const members = await people.getMany(hub.members.map(({ userNo }) => userNo))
  const candidates = [...members].map(([userNo, { username }]) => ({ userNo, userName: username }))
  const mentioned = new Set(mentionsIn(text, candidates).map(({ userNo }) => userNo))
  return [...mentioned].slice(0, MENTIONED_MAX)
}

/** What decides who is notified of a comment. */
interface NotificationInput {
  hub: Pick<HubRecord, 'members'>
  share: Pick<ShareRecord, 'authorNo'>
  /** Users who wrote in the thread before. */
  writerNos: readonly number[]
  /** The answered comment. */
  answered: Pick<CommentRecord, 'writerNo'> | null
  /** Users who have blocked the writer get no notification. */
  blockerNos: ReadonlySet<number>
}

type NotificationReason = Extract<NotificationKind, 'comment' | 'thread' | 'reply' | 'mention'>

/**
 * Recipients of a comment, each with the strongest reason: mentioned, answered, author of the note, writer in the
 * thread. A member who has muted the hub is notified of mentions only.
 */
export function recipientsOf(
  { writerNo, mentionedNos = [] }: Pick<CommentRecord, 'writerNo' | 'mentionedNos'>,
  { hub, share, writerNos, answered, blockerNos }: NotificationInput,
): Map<number, NotificationReason> {
  function reasonFor({ userNo, muted = false }: MemberRecord): NotificationReason | null {
    if (userNo === writerNo || blockerNos.has(userNo)) return null
    if (mentionedNos.includes(userNo)) return 'mention'
    if (muted) return null
    if (answered?.writerNo === userNo) return 'reply'
    if (share.authorNo === userNo) return 'comment'
    return writerNos.includes(userNo) ? 'thread' : null
  }
  return new Map(
    hub.members.flatMap(member => {
      const reason = reasonFor(member)
      return reason ? [[member.userNo, reason]] : []
    }),
  )
}

/** One notification per mention or answer; other comments on a note share one. */
export function notificationsOfComment(
  { commentNo, hubNo, noteNo }: CommentRecord,
  recipients: ReadonlyMap<number, NotificationReason>,
  at: Date,
): Write[] {
  return [...recipients].map(([userNo, kind]) =>
    kind === 'mention' || kind === 'reply'
      ? replaceNotification({
          ...{ userNo, kind, at, hubNo, noteNo },
          target: notificationTargets.comment(commentNo),
          commentNos: [commentNo],
        })
      : addToNotification(
          { userNo, kind, at, hubNo, noteNo, target: notificationTargets.talk(hubNo, noteNo) },
          { list: 'commentNos', no: commentNo, startsAnew: true },
        ),
  )
}

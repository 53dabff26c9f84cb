import { type NotificationKind, notificationTargets } from '#protocol/inbox.ts'
import type { CommentRecord } from '#server/features/comments/comments.repository.ts'
import type { HubRecord, MemberRecord } from '#server/features/hubs/hubs.record.ts'
import type { ShareRecord } from '#server/features/shares/shares.repository.ts'
import type { Write } from '#server/platform/mongo/queries.ts'
import { addToNotification, replaceNotification } from './notifications.record.ts'

/** What decides who is notified of a comment. */
export interface NotificationInput {
  hub: Pick<HubRecord, 'members'>
  share: Pick<ShareRecord, 'authorNo'>
  /** Users who wrote in the thread before. */
  writerNos: readonly number[]
  /** The answered comment. */
  answered: Pick<CommentRecord, 'writerNo'> | null
  /** Users who have blocked the writer get no notification. */
  blockerNos: ReadonlySet<number>
}

export type NotificationReason = Extract<NotificationKind, 'comment' | 'thread' | 'reply' | 'mention'>

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
          thing: notificationTargets.comment(commentNo),
          commentNos: [commentNo],
        })
      : addToNotification(
          { userNo, kind, at, hubNo, noteNo, thing: notificationTargets.talk(hubNo, noteNo) },
          { list: 'commentNos', no: commentNo, startsAnew: true },
        ),
  )
}

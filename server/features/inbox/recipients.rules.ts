import { type NotificationKind, notificationTargets } from '#protocol/inbox.ts'
import type { CommentRecord } from '#server/features/comments/comments.store.ts'
import type { HubRecord, MemberRecord } from '#server/features/hubs/hubs.record.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import type { Write } from '#server/platform/mongo/bulkWriteAll.ts'
import { gathering, replacing } from './notifications.writes.ts'

/** What is read of a thread to know whom a comment in it concerns. */
export interface NotificationInput {
  hub: Pick<HubRecord, 'members'>
  share: Pick<ShareRecord, 'authorNo'>
  /** Who wrote in the thread before. */
  writerNos: readonly number[]
  /** The comment that this one answers. */
  answered: Pick<CommentRecord, 'writerNo'> | null
  /** Who has blocked its writer: they are told of nothing. */
  blockerNos: ReadonlySet<number>
}

export type NotificationReason = Extract<NotificationKind, 'comment' | 'thread' | 'reply' | 'mention'>

/**
 * Whom a comment concerns, and why most: being called, then being answered, then one's own note, then one's own thread. Who has
 * muted the room hears only when they are called.
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

/** What tells each of them: a call or an answer by itself, the other comments on a note together. */
export function notificationsOfComment(
  { commentNo, hubNo, noteNo }: CommentRecord,
  recipients: ReadonlyMap<number, NotificationReason>,
  at: Date,
): Write[] {
  return [...recipients].map(([userNo, kind]) =>
    kind === 'mention' || kind === 'reply'
      ? replacing({
          ...{ userNo, kind, at, hubNo, noteNo },
          thing: notificationTargets.comment(commentNo),
          commentNos: [commentNo],
        })
      : gathering(
          { userNo, kind, at, hubNo, noteNo, thing: notificationTargets.talk(hubNo, noteNo) },
          { list: 'commentNos', no: commentNo, startsAnew: true },
        ),
  )
}

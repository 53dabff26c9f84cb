import type { CommentView } from '#protocol/comments.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import type { Say } from '#server/platform/say.ts'
import type { CommentRecord } from './comments.store.ts'

export function commentView(
  comment: CommentRecord,
  people: ReadonlyMap<number, PersonRecord>,
  say: Say,
): CommentView {
  const writer = personOrGone(comment.writerNo, people, say)
  return {
    commentNo: comment.commentNo,
    text: comment.text,
    writer: writer.userName,
    writerNo: writer.userNo,
    profPic: writer.profPic,
    postedAt: comment.postedAt.toISOString(),
    edited: comment.editedAt !== undefined,
    requestKey: comment.requestKey,
  }
}

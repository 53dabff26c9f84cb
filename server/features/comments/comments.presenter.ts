import { type CommentView, type LastComment, quoteOf } from '#protocol/comments.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import type { Say } from '#server/platform/say.ts'
import type { CommentRecord } from './comments.store.ts'
import type { NewestComment } from './threads.reading.ts'

interface Known {
  people: ReadonlyMap<number, PersonRecord>
  /** The comments that others answer, by number; those that are gone are absent. */
  answered: ReadonlyMap<number, CommentRecord>
  say: Say
}

export function commentView(comment: CommentRecord, { people, answered, say }: Known): CommentView {
  const writer = personOrGone(comment.writerNo, people, say)
  const { replyTo, mentionedNos = [] } = comment
  // Whoever is gone is nobody to be named.
  const mentioned = mentionedNos.flatMap(userNo => {
    const person = people.get(userNo)
    return person ? [{ userNo, userName: person.username }] : []
  })
  return {
    commentNo: comment.commentNo,
    text: comment.text,
    writer: writer.userName,
    writerNo: writer.userNo,
    profPic: writer.profPic,
    postedAt: comment.postedAt.toISOString(),
    edited: comment.editedAt !== undefined,
    requestKey: comment.requestKey,
    ...(replyTo !== undefined && {
      replyTo: { commentNo: replyTo, quote: quoteIn(answered.get(replyTo), people, say) },
    }),
    ...(mentioned.length > 0 && { mentioned }),
  }
}

function quoteIn(original: CommentRecord | undefined, people: Known['people'], say: Say) {
  if (original === undefined) return null
  const { userName, userNo } = personOrGone(original.writerNo, people, say)
  return quoteOf({ writer: userName, writerNo: userNo, text: original.text })
}

/** What a card tells of the newest comment of its thread. */
export function lastCommentView(
  newest: NewestComment | undefined,
  people: ReadonlyMap<number, PersonRecord>,
): LastComment | null {
  if (newest === undefined) return null
  const { commentNo, writerNo, text } = newest
  return { commentNo, ...quoteOf({ writer: people.get(writerNo)?.username ?? '', writerNo, text }) }
}

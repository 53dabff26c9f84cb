import { type CommentView, type LastComment, lastCommentOf, quoteOf } from '#protocol/comments.ts'
import type { Context } from '#server/context.ts'
import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import { passageView } from '#server/features/passages/passages.presenter.ts'
import type { Translate } from '#server/platform/i18n.ts'
import type { CommentRecord } from './comments.repository.ts'
import type { NewestComment } from './threads.repository.ts'

interface Known {
  people: ReadonlyMap<number, PersonRecord>
  /** Answered comments by number; deleted comments are absent. */
  answered: ReadonlyMap<number, CommentRecord>
  t: Translate
}

function commentView(comment: CommentRecord, { people, answered, t }: Known): CommentView {
  const writer = personOrDeleted(comment.writerNo, people, t)
  const { replyTo, mentionedNos = [] } = comment
  // Deleted accounts have no name to show.
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
      replyTo: { commentNo: replyTo, quote: quoteIn(answered.get(replyTo), people, t) },
    }),
    ...(mentioned.length > 0 && { mentioned }),
    ...(comment.passage && { passage: passageView(comment.passage) }),
  }
}

function quoteIn(original: CommentRecord | undefined, people: Known['people'], t: Translate) {
  if (original === undefined) return null
  const { userName, userNo } = personOrDeleted(original.writerNo, people, t)
  return quoteOf({ writer: userName, writerNo: userNo, text: original.text })
}

/** The newest comment, as a card shows it. */
export function lastCommentView(
  newest: NewestComment | undefined,
  people: ReadonlyMap<number, PersonRecord>,
): LastComment | null {
  if (newest === undefined) return null
  const writer = people.get(newest.writerNo)?.username ?? ''
  return lastCommentOf({ ...newest, writer }, newest.passageCount)
}

/** Comments with their writers and the comments that they answer. */
export async function viewComments(
  context: Context,
  comments: readonly CommentRecord[],
  t: Translate,
): Promise<CommentView[]> {
  const answered = await findAnswered(context, comments)
  const people = await context.people.getMany([
    ...[...comments, ...answered.values()].map(({ writerNo }) => writerNo),
    ...comments.flatMap(({ mentionedNos = [] }) => mentionedNos),
  ])
  return comments.map(comment => commentView(comment, { people, answered, t }))
}

export async function viewComment(
  context: Context,
  comment: CommentRecord,
  t: Translate,
): Promise<CommentView> {
  const [view] = await viewComments(context, [comment], t)
  if (view === undefined) throw new Error('a comment has a view')
  return view
}

/** By number; deleted comments are absent. */
async function findAnswered(
  { repositories }: Context,
  comments: readonly CommentRecord[],
): Promise<Map<number, CommentRecord>> {
  const onPage = new Map(comments.map(comment => [comment.commentNo, comment]))
  const answeredNos = new Set(comments.flatMap(({ replyTo }) => replyTo ?? []))
  const missing = [...answeredNos].filter(commentNo => !onPage.has(commentNo))
  if (missing.length === 0) return onPage
  return new Map([...onPage, ...(await repositories.comments.findByNos(missing))])
}

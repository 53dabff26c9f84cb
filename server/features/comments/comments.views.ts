import type { CommentView } from '#protocol/comments.ts'
import type { Context } from '#server/context.ts'
import type { Say } from '#server/platform/say.ts'
import { commentView } from './comments.presenter.ts'
import type { CommentRecord } from './comments.store.ts'

/** Comments with all that is read elsewhere: who wrote them, and what they answer. */
export async function viewComments(
  context: Context,
  comments: readonly CommentRecord[],
  say: Say,
): Promise<CommentView[]> {
  const answered = await answeredBy(context, comments)
  const people = await context.people.of([
    ...[...comments, ...answered.values()].map(({ writerNo }) => writerNo),
    ...comments.flatMap(({ mentionedNos = [] }) => mentionedNos),
  ])
  return comments.map(comment => commentView(comment, { people, answered, say }))
}

export async function viewComment(context: Context, comment: CommentRecord, say: Say): Promise<CommentView> {
  const [view] = await viewComments(context, [comment], say)
  if (view === undefined) throw new Error('a comment has a view')
  return view
}

/** By number; those that are gone are absent. */
async function answeredBy(
  { stores }: Context,
  comments: readonly CommentRecord[],
): Promise<Map<number, CommentRecord>> {
  const here = new Map(comments.map(comment => [comment.commentNo, comment]))
  const wanted = new Set(comments.flatMap(({ replyTo }) => replyTo ?? []))
  const missing = [...wanted].filter(commentNo => !here.has(commentNo))
  if (missing.length === 0) return here
  return new Map([...here, ...(await stores.comments.byNos(missing))])
}

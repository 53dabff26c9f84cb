import { COMMENT_EDIT_MS, COMMENTS_AT_ONCE, COMMENTS_BACK_AT_ONCE } from '#protocol/limits.ts'

export function isStillEditable(comment: { postedAt: Date }, now: Date): boolean {
  return now.getTime() - comment.postedAt.getTime() <= COMMENT_EDIT_MS
}

/** How many of a thread's comments are told at once. They stand newest first; `backTo`: the one that is wanted among them. */
export function countToTell(
  comments: readonly { commentNo: number }[],
  backTo = Number.POSITIVE_INFINITY,
): number {
  const wanted = comments.filter(({ commentNo }) => commentNo >= backTo).length
  return Math.min(Math.max(wanted, COMMENTS_AT_ONCE), COMMENTS_BACK_AT_ONCE)
}

import { COMMENT_EDIT_MS } from '#protocol/limits.ts'

export function isStillEditable(comment: { postedAt: Date }, now: Date): boolean {
  return now.getTime() - comment.postedAt.getTime() <= COMMENT_EDIT_MS
}

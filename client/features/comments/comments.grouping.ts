import { beginsDay } from '#client/platform/language/days.ts'
import type { CommentView } from '#protocol/comments.ts'

/** What somebody says again within so long belongs to what they said before, in milliseconds. */
const GROUPED_WITHIN_MS = 60_000

type Said = Pick<CommentView, 'writerNo' | 'postedAt' | 'replyTo'>

/** Whether a comment goes on with the one before it: by the same writer, right after it on the same day, and not an answer to another. */
export function isFollowUp(before: Said | undefined, { writerNo, postedAt, replyTo }: Said): boolean {
  if (before === undefined || replyTo !== undefined || before.writerNo !== writerNo) return false
  if (beginsDay(before.postedAt, postedAt)) return false
  return Date.parse(postedAt) - Date.parse(before.postedAt) < GROUPED_WITHIN_MS
}

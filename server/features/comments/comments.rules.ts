import { COMMENT_EDIT_MS, COMMENTS_AT_ONCE, COMMENTS_BACK_AT_ONCE, MENTIONED_MAX } from '#protocol/limits.ts'
import { mentionsIn } from '#protocol/mentions.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'

export function isStillEditable(comment: { postedAt: Date }, now: Date): boolean {
  return now.getTime() - comment.postedAt.getTime() <= COMMENT_EDIT_MS
}

/**
 * Page size of a thread, newest comments first; large enough to include `backTo`, the index of the wanted comment.
 */
export function pageSizeFor(
  comments: readonly { commentNo: number }[],
  backTo = Number.POSITIVE_INFINITY,
): number {
  const neededCount = comments.filter(({ commentNo }) => commentNo >= backTo).length
  return Math.min(Math.max(neededCount, COMMENTS_AT_ONCE), COMMENTS_BACK_AT_ONCE)
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

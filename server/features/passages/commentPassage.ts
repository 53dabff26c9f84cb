import { passageKey } from '#protocol/passages.ts'
import type { Context } from '#server/context.ts'
import type { CommentRecord } from '#server/features/comments/comments.repository.ts'
import type { CommentContext } from '#server/features/comments/postComment.repository.ts'
import type { ShareRecord } from '#server/features/shares/shares.record.ts'
import type { StoredPassage } from './passages.record.ts'
import { requireSpace, verifyPassage } from './passages.rules.ts'

type CommentRequest = Pick<CommentRecord, 'writerNo' | 'hubNo' | 'noteNo' | 'requestKey'>

/** The passage of a new comment: that of the answered comment, or the given one after it is verified. */
export async function passageOfComment(
  { repositories, noteTexts }: Context,
  { answered, newPassage, share }: CommentContext & { share: ShareRecord },
  request: CommentRequest,
): Promise<StoredPassage | undefined> {
  if (newPassage === null) return answered?.passage
  const { noteNo } = request
  try {
    const verified = verifyPassage(newPassage.passage, newPassage, { noteNo, share, textOf: noteTexts })
    requireSpace(newPassage)
    return verified
  } catch (error) {
    // A repeated request gets the comment that it created, also if the text has changed or the limit was reached since.
    if (await repositories.postComment.isPosted(request)) return undefined
    throw error
  }
}

/**
 * Number of comments on the passage of the comment, with this one; 0 if it has none.
 * @param before read before the comment, if nothing in the hub has changed since.
 */
export async function countOnPassage(
  { repositories }: Context,
  comment: CommentRecord,
  before: CommentContext | null,
): Promise<number> {
  const { passage } = comment
  if (passage === undefined) return 0
  const given = before?.newPassage?.passage
  // The count is that of the given passage, whose position may have been corrected.
  const isCorrected = given !== undefined && passageKey(given) !== passageKey(passage)
  if (before === null || isCorrected) return repositories.postComment.countOnPassage(comment, passage)
  return before.passageCount + 1
}

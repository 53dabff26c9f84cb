import type { Context } from '#server/context.ts'
import type { CommentRecord } from '#server/features/comments/comments.repository.ts'
import type { CommentContext } from '#server/features/comments/postComment.repository.ts'
import type { NewestComment } from '#server/features/comments/threads.repository.ts'
import type { ShareRecord } from '#server/features/shares/shares.record.ts'
import { isSamePassage, type StoredPassage } from './passages.record.ts'
import { countKey } from './passages.repository.ts'
import { requireSpace, verifyPassage } from './passages.rules.ts'

type CommentRequest = Pick<CommentRecord, 'writerNo' | 'hubNo' | 'noteNo' | 'requestKey'>

/**
 * The passage of a new comment: that of the answered comment, or of the earlier comments on the given one, or the given one after it is
 * verified.
 */
export async function passageOfComment(
  { repositories, noteTexts }: Context,
  { answered, givenPassage, passageContext, share }: CommentContext & { share: ShareRecord },
  request: CommentRequest,
): Promise<StoredPassage | undefined> {
  if (passageContext === null || givenPassage === null) return answered?.passage
  const { noteNo, writerNo: userNo } = request
  try {
    const { passage: given, count } = givenPassage
    // In a new text it may get another key, and would leave the conversation to which it belongs.
    const isOld = passageContext.note !== null && passageContext.note.version !== given.noteVersion
    const discussed = isOld && count > 0 ? await repositories.passages.findDiscussed(request, given) : null
    const sources = { noteNo, share, userNo, textOf: noteTexts }
    const passage = discussed ?? verifyPassage(given, passageContext, sources)
    requireSpace(passageContext)
    return passage
  } catch (error) {
    // A repeated request gets the comment that it created, also if the text has changed or the limit was reached since.
    if (await repositories.postComment.isPosted(request)) return undefined
    throw error
  }
}

/**
 * Number of comments on the passage of a new comment, with this one; 0 if it has none. Takes a query if the hub has changed since
 * `before` was read, which is null then, or if the passage is not the given one.
 */
export async function countOnPassage(
  { repositories }: Context,
  { hubNo, noteNo, passage }: CommentRecord,
  before: CommentContext | null,
): Promise<number> {
  if (passage === undefined) return 0
  const given = before?.givenPassage
  if (given && isSamePassage(given.passage, passage)) return given.count + 1
  const counts = await repositories.passages.countComments(hubNo, [{ noteNo, passage }])
  return counts.get(countKey(noteNo, passage)) ?? 0
}

/** Adds to the newest comments of threads in a hub the number of comments on their passages. No query if none has a passage. */
export async function withPassageCounts(
  { repositories }: Context,
  hubNo: number,
  newest: readonly NewestComment[],
): Promise<NewestComment[]> {
  const places = newest.flatMap(({ noteNo, passage }) => (passage ? [{ noteNo, passage }] : []))
  if (places.length === 0) return [...newest]
  const counts = await repositories.passages.countComments(hubNo, places)
  return newest.map(comment => {
    const { noteNo, passage } = comment
    return passage ? { ...comment, passageCount: counts.get(countKey(noteNo, passage)) ?? 0 } : comment
  })
}

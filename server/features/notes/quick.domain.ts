import type { Viewer } from '#protocol/access.ts'
import { quickNoteOf } from '#protocol/quickNote.ts'
import type { Context } from '#server/context.ts'
import { createTopic } from '#server/features/topics/topics.domain.ts'
import { assertQuota, notFound } from '#server/platform/errors.ts'
import { postNote } from './notes.posting.ts'

/** No topic has it: those are asked for by their title alone. */
const NO_TOPIC = 0

/** Under the viewer's topic of this name, which is made when there is none. */
export async function postQuickNote(
  context: Context,
  viewer: Viewer,
  {
    text: written,
    topicTitle,
    ...rest
  }: { text: string; topicTitle: string; requestKey: string; sessionId: string },
): Promise<{ noteNo: number; topicNo: number; title: string }> {
  const note = quickNoteOf(written)
  // The call's form has seen to it that there is one.
  if (note === null) throw notFound()
  const { stores, inTurn } = context
  const named = { subjectNo: NO_TOPIC, title: topicTitle }
  const topicNo = await inTurn(
    `quick notes of ${viewer.userNo}`,
    async () =>
      (await stores.topics.likeOneOf(viewer.userNo, named)) ?? makeTopic(context, viewer, topicTitle),
  )
  const { noteNo } = await postNote(context, viewer, { ...note, ...rest, topicNo })
  return { noteNo, topicNo, title: note.title }
}

/** For a note for which there is room, so that no refused one leaves an empty topic behind. */
async function makeTopic(context: Context, viewer: Viewer, title: string): Promise<number> {
  const { noteCount } = await context.stores.topics.notesOf(viewer.userNo, NO_TOPIC)
  assertQuota('notes', noteCount)
  return createTopic(context, viewer, title)
}

import * as calls from '#protocol/discussion.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { listSharedNotes } from './discussion.domain.ts'
import { sharedNoteView } from './discussion.presenter.ts'

export function discussionRoutes(context: Context): Route[] {
  const { users, topics } = context.stores
  return [
    route(calls.getSharedNotes).answer(async ({ viewer, input }) => {
      const { items, total, version, lastSeq, pageIndex } = await listSharedNotes(context, viewer, input)
      const [people, titles] = await Promise.all([
        users.people(items.map(({ note }) => note.authorNo)),
        topics.titles(items.map(({ note }) => note.subjectNo)),
      ])
      // Of an account that is being deleted nothing is shown any more, though its shares may still stand.
      const shown = items.filter(({ note }) => people.has(note.authorNo))
      const notes = shown.map(({ share, note, isNew, commentCount, hasNewComments }) => {
        const author = people.get(note.authorNo)
        const view = sharedNoteView(share, note, author, titles.get(note.subjectNo), commentCount)
        return { ...view, isAuthor: note.authorNo === viewer.userNo, isNew, hasNewComments }
      })
      return { success: true, version, lastSeq, total, notes, pageIndex }
    }),
  ]
}

import { TAGS_LISTED_MAX } from '#protocol/limits.ts'
import * as calls from '#protocol/tags.ts'
import type { Context } from '#server/context.ts'
import { noteLineView } from '#server/features/notes/notes.presenter.ts'
import { loadPage } from '#server/platform/paging.ts'
import { type Route, route } from '#server/platform/serve.ts'

export function tagRoutes(context: Context): Route[] {
  const { repositories, topicTitles, coalesceRead } = context
  return [
    route(calls.getTags).handle(async ({ viewer: { userNo } }) => {
      // All devices of the user read it after a save.
      const tags = await coalesceRead(`tags of ${userNo}`, () => repositories.tags.countNotes(userNo))
      return {
        success: true,
        tags: tags.slice(0, TAGS_LISTED_MAX).map(({ tag, noteCount }) => ({ tag, noteCount })),
        hasMore: tags.length > TAGS_LISTED_MAX,
      }
    }),

    route(calls.getNotesByTag).handle(async ({ viewer, input: { tag, curPageNo, itemsPerPage } }) => {
      const { items, total, pageIndex } = await loadPage(curPageNo, itemsPerPage, range =>
        repositories.tags.findPage(viewer.userNo, tag, range),
      )
      const titles = await topicTitles.getMany(items.map(({ subjectNo }) => subjectNo))
      return {
        success: true,
        noteCount: total,
        notes: items.map(note => noteLineView(note, titles)),
        pageIndex,
      }
    }),
  ]
}

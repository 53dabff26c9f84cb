import { LATEST_NOTES_SHOWN } from '#protocol/limits.ts'
import * as history from '#protocol/noteHistory.ts'
import * as finding from '#protocol/noteSearch.ts'
import * as calls from '#protocol/notes.ts'
import type { Context } from '#server/context.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { deleteNote, deleteNotes, moveNotes, pinNote } from './bulkActions.domain.ts'
import { listHistory, readVersion } from './history.domain.ts'
import { listNotes, updateNote } from './notes.domain.ts'
import { openNote } from './notes.opening.ts'
import { postNote } from './notes.posting.ts'
import { conflictView, noteItemView, noteLineView, noteView, versionView } from './notes.presenter.ts'
import { postQuickNote } from './quick.domain.ts'
import { searchNotes } from './search.domain.ts'
import { noteSearchResults } from './search.presenter.ts'

export function noteRoutes(context: Context): Route[] {
  return [
    route(calls.getNotes).answer(async ({ viewer, input }) => {
      const page = await listNotes(context, viewer, input)
      return {
        success: true,
        subjectTitle: page.subjectTitle,
        noteCount: page.total,
        notes: page.items.map(noteItemView),
        pageIndex: page.pageIndex,
      }
    }),

    route(calls.getLatestNotes).answer(async ({ viewer }) => {
      const notes = await context.stores.notes.latestOf(viewer.userNo, LATEST_NOTES_SHOWN)
      const titles = await context.topicTitles.of(notes.map(({ subjectNo }) => subjectNo))
      return { success: true, notes: notes.map(note => noteLineView(note, titles)) }
    }),

    route(calls.postNote).answer(async ({ viewer, session, input }) => {
      const { noteNo, version } = await postNote(context, viewer, { ...input, sessionId: session.tokenId })
      return { success: true, noteNo, version }
    }),

    route(calls.quickNote).answer(async ({ viewer, session, input, say }) => {
      const topicTitle = say('notes.quickTopic')
      return {
        success: true,
        ...(await postQuickNote(context, viewer, { ...input, topicTitle, sessionId: session.tokenId })),
      }
    }),

    route(calls.updateNote).answer(async ({ viewer, session, input, say }) => {
      const result = await updateNote(context, viewer, { ...input, sessionId: session.tokenId })
      if ('conflict' in result) return conflictView(result.conflict, say('notes.conflict'))
      return {
        success: true,
        version: result.saved.version,
        lastUpdate: result.saved.lastUpdate.toISOString(),
      }
    }),

    route(calls.getNote).answer(async ({ viewer, input, say }) => {
      const note = await openNote(context, viewer, input.noteNo)
      const [people, titles] = await Promise.all([
        context.people.of([note.authorNo]),
        context.topicTitles.of([note.subjectNo]),
      ])
      return noteView(
        note,
        personOrGone(note.authorNo, people, say),
        titles.get(note.subjectNo) ?? '',
        viewer,
      )
    }),

    route(calls.moveNotes).answer(async ({ viewer, input }) => {
      const { noteNosJSON: noteNos, topicNo } = input
      return { success: true, missingNos: await moveNotes(context, viewer, { noteNos, topicNo }) }
    }),

    route(calls.deleteNote).answer(async ({ viewer, input }) => {
      await deleteNote(context, viewer, input.noteNo)
      return { success: true }
    }),

    route(calls.deleteNotes).answer(async ({ viewer, input }) => {
      return { success: true, ...(await deleteNotes(context, viewer, input.noteNosJSON)) }
    }),

    route(calls.pinNote).answer(async ({ viewer, input }) => {
      await pinNote(context, viewer, input)
      return { success: true }
    }),

    route(finding.searchNotes).answer(async ({ viewer, input, say }) => {
      const page = await searchNotes(context, viewer, input)
      return {
        success: true,
        noteCount: page.total,
        notes: await noteSearchResults(context, page, viewer, say),
        pageIndex: page.pageIndex,
      }
    }),

    route(history.getHistory).answer(async ({ viewer, input }) => {
      const versions = await listHistory(context, viewer, input.noteNo)
      return { success: true, versions: versions.map(versionView) }
    }),

    route(history.getVersion).answer(async ({ viewer, input }) => {
      const version = await readVersion(context, viewer, input)
      return { success: true, ...versionView(version) }
    }),
  ]
}

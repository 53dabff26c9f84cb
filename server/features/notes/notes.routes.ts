import { LATEST_NOTES_SHOWN } from '#protocol/limits.ts'
import * as history from '#protocol/noteHistory.ts'
import * as calls from '#protocol/notes.ts'
import * as finding from '#protocol/search.ts'
import type { Context } from '#server/context.ts'
import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { deleteNote, deleteNotes, moveNotes, pinNote } from './bulkActions.service.ts'
import { openDailyNote, postNote, postQuickNote } from './createNote.service.ts'
import { listHistory, readVersion } from './history.service.ts'
import {
  conflictView,
  headOf,
  noteItemView,
  noteLineView,
  noteSearchResults,
  noteView,
  versionView,
} from './notes.presenter.ts'
import { listNotes, openNote } from './notes.service.ts'
import { searchNotes } from './search.service.ts'
import { updateNote } from './updateNote.service.ts'

export function noteRoutes(context: Context): Route[] {
  return [
    route(calls.getNotes).handle(async ({ viewer, input }) => {
      const page = await listNotes(context, viewer, input)
      return {
        success: true,
        subjectTitle: page.subjectTitle,
        noteCount: page.total,
        notes: page.items.map(noteItemView),
        pageIndex: page.pageIndex,
      }
    }),

    route(calls.getLatestNotes).handle(async ({ viewer }) => {
      const [notes, hasShared] = await Promise.all([
        context.repositories.notes.findLatest(viewer.userNo, LATEST_NOTES_SHOWN),
        context.repositories.shares.hasAuthor(viewer.userNo),
      ])
      const titles = await context.topicTitles.getMany(notes.map(({ subjectNo }) => subjectNo))
      return { success: true, notes: notes.map(note => noteLineView(note, titles)), hasShared }
    }),

    route(calls.postNote).handle(async ({ viewer, session, input }) => {
      const { noteNo, version } = await postNote(context, viewer, { ...input, sessionId: session.tokenId })
      return { success: true, noteNo, version }
    }),

    route(calls.quickNote).handle(async ({ viewer, session, input, t }) => {
      const topicTitle = t('notes.quickTopic')
      return {
        success: true,
        ...(await postQuickNote(context, viewer, { ...input, topicTitle, sessionId: session.tokenId })),
      }
    }),

    route(calls.openDailyNote).handle(async ({ viewer, session, input }) => {
      const noteNo = await openDailyNote(context, viewer, { ...input, sessionId: session.tokenId })
      return { success: true, noteNo }
    }),

    route(calls.updateNote).handle(async ({ viewer, session, input, t }) => {
      const result = await updateNote(context, viewer, { ...input, sessionId: session.tokenId })
      if ('conflict' in result) return conflictView(result.conflict, t('notes.conflict'))
      return {
        success: true,
        version: result.saved.version,
        lastUpdate: result.saved.lastUpdate.toISOString(),
      }
    }),

    route(calls.getNote).handle(async ({ viewer, input, t }) => {
      const note = await openNote(context, viewer, input.noteNo)
      const { subjectNo } = headOf(note)
      const [people, titles] = await Promise.all([
        context.people.getMany([note.authorNo]),
        context.topicTitles.getMany([subjectNo]),
      ])
      const author = personOrDeleted(note.authorNo, people, t)
      return noteView(note, author, { subjectNo, subjectTitle: titles.get(subjectNo) ?? '' }, viewer)
    }),

    route(calls.moveNotes).handle(async ({ viewer, input }) => {
      const { noteNosJSON: noteNos, topicNo } = input
      return { success: true, missingNos: await moveNotes(context, viewer, { noteNos, topicNo }) }
    }),

    route(calls.deleteNote).handle(async ({ viewer, input }) => {
      await deleteNote(context, viewer, input.noteNo)
      return { success: true }
    }),

    route(calls.deleteNotes).handle(async ({ viewer, input }) => {
      return { success: true, ...(await deleteNotes(context, viewer, input.noteNosJSON)) }
    }),

    route(calls.pinNote).handle(async ({ viewer, input }) => {
      await pinNote(context, viewer, input)
      return { success: true }
    }),

    route(finding.searchNotes).handle(async ({ viewer, input, t }) => {
      const page = await searchNotes(context, viewer, input)
      return {
        success: true,
        noteCount: page.total,
        notes: await noteSearchResults(context, page, viewer, t),
        pageIndex: page.pageIndex,
      }
    }),

    route(history.getHistory).handle(async ({ viewer, input, t }) => {
      const versions = await listHistory(context, viewer, input.noteNo)
      const writers = await context.people.getMany(versions.flatMap(({ writerNos = [] }) => writerNos))
      return { success: true, versions: versions.map(version => versionView(version, writers, t)) }
    }),

    route(history.getVersion).handle(async ({ viewer, input, t }) => {
      const version = await readVersion(context, viewer, input)
      const writers = await context.people.getMany(version.writerNos ?? [])
      return { success: true, ...versionView(version, writers, t) }
    }),
  ]
}

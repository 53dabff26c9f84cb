import type { QueryClient } from '@tanstack/react-query'
import { prefetchCreated, updateCachedNote } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { callTimeout } from '#client/platform/calls/retry.ts'
import { requireUser } from '#client/session/session.user.ts'
import { saveDocument } from '#protocol/documents.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { toSaved } from '#protocol/savedForm.ts'
import { encodeNoteText, type NoteContent } from './note.content.ts'

interface SavedText extends NoteContent {
  documentRevision: number
  keepEarlier?: boolean
}

/** The calls that save a document as a note of this user, and update the cache. `onChanged` runs after each save. */
export function createSaveCalls(userNo: number, cache: QueryClient, onChanged: () => unknown) {
  return {
    /** Throws CallFailed also if the text does not fit at the moment. */
    async saveTogether(documentId: string) {
      requireUser(userNo)
      const { isSaved } = await callApi(saveDocument, { documentId }, callTimeout())
      if (!isSaved) throw new CallFailed({ code: 'unavailable', status: 503 })
    },
    async post({ text, ...input }: SavedText & { topicNo: number; requestKey: string }) {
      requireUser(userNo)
      const created = await callApi(postNote, { ...input, text: encodeNoteText(text) }, callTimeout())
      void onChanged()
      prefetchCreated(cache, { noteNo: created.noteNo, topicNo: input.topicNo })
      return created
    },
    async update({ text, ...input }: SavedText & { noteNo: number }) {
      requireUser(userNo)
      const saved = await callApi(updateNote, { ...input, text: encodeNoteText(text) }, callTimeout())
      const { noteNo, title } = input
      const { version, lastUpdate } = saved
      // Without a version in the request, there is no conflict.
      updateCachedNote(cache, { noteNo, ...toSaved({ title, text }), version, lastUpdate })
      void onChanged()
    },
  }
}

import { callApi } from '#client/platform/calls/callApi.ts'
import { callTimeout } from '#client/platform/calls/retry.ts'
import { requireUser } from '#client/session/session.user.ts'
import { saveDocument } from '#protocol/documents.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { encodeNoteText, type NoteContent } from './note.content.ts'

interface SavedText extends NoteContent {
  documentRevision: number
  keepEarlier?: boolean
}

/** The calls that save a document as a note of this user. `onChanged` runs after each save. */
export function createSaveCalls(userNo: number, onChanged: () => unknown) {
  return {
    saveTogether(documentId: string) {
      requireUser(userNo)
      return callApi(saveDocument, { documentId }, callTimeout())
    },
    async post({ text, ...input }: SavedText & { topicNo: number; requestKey: string }) {
      requireUser(userNo)
      const created = await callApi(postNote, { ...input, text: encodeNoteText(text) }, callTimeout())
      void onChanged()
      return created
    },
    async update({ text, ...input }: SavedText & { noteNo: number }) {
      requireUser(userNo)
      await callApi(updateNote, { ...input, text: encodeNoteText(text) }, callTimeout())
      void onChanged()
    },
  }
}

import { encodeNoteText } from '#client/features/notes/sync/note.content.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { callTimeout } from '#client/platform/calls/retry.ts'
import { requireUser } from '#client/session/session.user.ts'
import { decodeText } from '#protocol/encoding.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { continueNote } from '#protocol/series.ts'

export type SeriesCalls = ReturnType<typeof createSeriesCalls>

/** The calls that write the parts of a series of this user. They throw CallFailed. */
export function createSeriesCalls(userNo: number) {
  return {
    /** Makes a part after a note. The same key again returns the part that it made. */
    async create({ text, ...input }: { noteNo: number; text: string; requestKey: string }) {
      requireUser(userNo)
      return callApi(continueNote, { ...input, text: encodeNoteText(text) }, callTimeout())
    },
    async read(noteNo: number) {
      const { version, text } = await callApi(getNote, { noteNo }, callTimeout())
      return { version, text: decodeText(text) }
    },
    /** Saves the text of a part and returns its version, unless it was changed since. */
    async update({
      noteNo,
      title,
      text,
      version,
    }: {
      noteNo: number
      title: string
      text: string
      version: number
    }) {
      requireUser(userNo)
      const input = { noteNo, title, text: encodeNoteText(text), version }
      const reply = await callApi(updateNote, input, callTimeout())
      if (!reply.success) throw new CallFailed({ code: 'unavailable', status: 503 })
      return reply.version
    },
  }
}

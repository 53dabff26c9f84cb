import { useMutation } from '@tanstack/react-query'
import { keepDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { encodeText } from '#protocol/encoding.ts'
import { quickNote } from '#protocol/notes.ts'
import { quickNoteOf } from '#protocol/quickNote.ts'
import { dropQuickText, knownQuickTopic, rememberQuickTopic } from './quickNote.text.ts'

interface QuickText {
  text: string
  requestKey: string
}

/** The note that was made, or `null`: it waits on this device until the line is back. */
type Kept = { noteNo: number; title: string } | null

/** The same key again is the same note. */
export function useKeepQuickNote(userNo: number) {
  const notesChanged = useNotesChanged()
  return useMutation({
    async mutationFn(written: QuickText): Promise<Kept> {
      try {
        const { text, requestKey } = written
        const made = await callApi(quickNote, { text: encodeText(text), requestKey })
        rememberQuickTopic(userNo, made.topicNo)
        return made
      } catch (error) {
        const isUnreached = error instanceof CallFailed && error.isPassing
        if (isUnreached && (await leaveToBeSent(userNo, written))) return null
        throw error
      }
    },
    onSuccess(_, { text }) {
      dropQuickText(userNo, text)
      return notesChanged()
    },
  })
}

/** Puts it among the unsent notes; not where its topic is not known yet, or this device keeps nothing. */
async function leaveToBeSent(userNo: number, { text: written, requestKey }: QuickText): Promise<boolean> {
  const topicNo = knownQuickTopic(userNo)
  const note = quickNoteOf(written)
  if (topicNo === null || note === null) return false
  const now = Date.now()
  return keepDraft(
    { userNo, topicNo, requestKey },
    { ...note, version: 0, requestKey, topicNo, keptAt: now, askedAt: now, unanswered: [note] },
  )
}

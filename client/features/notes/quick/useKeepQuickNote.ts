import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { keepOnDevice } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, type FailureCode, isPassing } from '#client/platform/calls/callFailed.ts'
import { withTimeout } from '#client/platform/calls/inTime.ts'
import { t } from '#client/platform/language/language.ts'
import { requireUser } from '#client/session/session.user.ts'
import { showToastAtom, type Toast } from '#client/ui/toasts.ts'
import { encodeText } from '#protocol/encoding.ts'
import { quickNote } from '#protocol/notes.ts'
import { quickNoteOf } from '#protocol/quickNote.ts'
import {
  dropQuickText,
  forgetAsked,
  knownQuickTopic,
  noteAsked,
  type QuickText,
  rememberQuickTopic,
} from './quickNote.text.ts'

/** The note that was made, or `null`: it waits on this device until the line is back. */
export type Kept = { noteNo: number; title: string } | null

export const KEEPING = ['quickNote'] as const

/**
 * The same key again is the same note. What came of it is told by a toast on whichever screen one is, or else by `onKept`, which is
 * called also when its screen was left meanwhile.
 */
export function useKeepQuickNote(userNo: number, onKept?: (kept: Kept) => void) {
  const notesChanged = useNotesChanged()
  const showToast = useSetAtom(showToastAtom)
  return useMutation({
    mutationKey: KEEPING,
    async mutationFn(written: QuickText): Promise<Kept> {
      const { text, requestKey } = written
      // Before it goes: the page may be closed while it is on its way.
      noteAsked(userNo, requestKey)
      try {
        requireUser(userNo)
        const made = await callApi(quickNote, { text: encodeText(text), requestKey }, withTimeout())
        rememberQuickTopic(userNo, made.topicNo)
        return made
      } catch (error) {
        if (isPassing(error) && (await leaveToBeSent(userNo, written))) return null
        if (!canPass(error)) forgetAsked(userNo, requestKey)
        throw error
      }
    },
    onSuccess(made, { text }) {
      dropQuickText(userNo, text)
      if (onKept) onKept(made)
      else showToast(toastOf(made))
      return notesChanged()
    },
  })
}

/** A refusal for what is written waits for its person. */
function canPass(error: unknown): boolean {
  return isPassing(error) || (error instanceof CallFailed && WITH_TIME.includes(error.code))
}

const WITH_TIME: readonly FailureCode[] = ['tooMany', 'notSignedIn']

function toastOf(made: Kept): Toast {
  if (made === null) return { text: t('notes.unsentKept') }
  const link = { label: t('topics.openNote'), to: paths.note(made.noteNo) }
  return { text: t('notes.quickSaved', { title: made.title }), link }
}

/** Puts it among the unsent notes; not where its topic is not known yet, or this device keeps nothing. */
async function leaveToBeSent(userNo: number, { text: written, requestKey }: QuickText): Promise<boolean> {
  const topicNo = knownQuickTopic(userNo)
  const note = quickNoteOf(written)
  if (topicNo === null || note === null) return false
  const now = Date.now()
  return keepOnDevice(
    { userNo, topicNo, requestKey },
    { ...note, version: 0, requestKey, topicNo, keptAt: now, askedAt: now, unanswered: [note] },
  )
}

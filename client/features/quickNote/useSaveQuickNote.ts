import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { storeCopy } from '#client/features/documents/documentStore.ts'
import { createCopy } from '#client/features/documents/storedDocument.ts'
import { prefetchCreated, useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, type FailureCode, isTransient } from '#client/platform/calls/callFailed.ts'
import { callTimeout } from '#client/platform/calls/retry.ts'
import { t } from '#client/platform/language/language.ts'
import { requireUser } from '#client/session/session.user.ts'
import { showToastAtom, type Toast } from '#client/ui/toasts.ts'
import { encodeText } from '#protocol/encoding.ts'
import { quickNote } from '#protocol/notes.ts'
import { parseQuickNote } from '#protocol/plainText.ts'
import {
  cancelQuickNoteSave,
  clearSavedQuickText,
  type QuickText,
  readQuickTopic,
  requestQuickNoteSave,
  storeQuickTopic,
} from './quickNote.text.ts'

/** The saved note, or null if it is queued on this device. */
export type SavedQuickNote = { noteNo: number; topicNo: number; title: string } | null

export const SAVE_QUICK_NOTE_KEY = ['quickNote'] as const

/** Saves a quick note; the request key makes that idempotent. Reports success by a toast, or by `onSaved` if given, also after unmount. */
export function useSaveQuickNote(userNo: number, onSaved?: (saved: SavedQuickNote) => void) {
  const notesChanged = useNotesChanged()
  const cache = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  return useMutation({
    mutationKey: SAVE_QUICK_NOTE_KEY,
    async mutationFn(quickText: QuickText): Promise<SavedQuickNote> {
      const { text, requestKey } = quickText
      // Marked before sending, because the page may close during the request.
      requestQuickNoteSave(userNo, requestKey)
      try {
        requireUser(userNo)
        const created = await callApi(quickNote, { text: encodeText(text), requestKey }, callTimeout())
        storeQuickTopic(userNo, created.topicNo)
        return created
      } catch (error) {
        if (isTransient(error) && (await queueForSending(userNo, quickText))) return null
        if (!isTemporary(error)) cancelQuickNoteSave(userNo, requestKey)
        throw error
      }
    },
    onSuccess(created, { text }) {
      clearSavedQuickText(userNo, text)
      if (onSaved) onSaved(created)
      else showToast(createToast(created))
      notesChanged()
      if (created !== null) prefetchCreated(cache, created)
    },
  })
}

/** The error of the latest save of a text, also if another form or the sender saved it; null while it is being saved. */
export function useQuickNoteError(requestKey: string): Error | null {
  const saves = useMutationState({
    filters: { mutationKey: SAVE_QUICK_NOTE_KEY },
    select: ({ state }) => ({ error: state.error, quickText: state.variables as QuickText | undefined }),
  })
  return saves.findLast(({ quickText }) => quickText?.requestKey === requestKey)?.error ?? null
}

/** Other failures concern the text, so the user has to change it. */
function isTemporary(error: unknown): boolean {
  return isTransient(error) || (error instanceof CallFailed && TEMPORARY_CODES.includes(error.code))
}

const TEMPORARY_CODES: readonly FailureCode[] = ['tooMany', 'notSignedIn']

function createToast(created: SavedQuickNote): Toast {
  if (created === null) return { text: t('notes.unsentKept') }
  const link = { label: t('topics.openNote'), to: paths.note(created.noteNo) }
  return { text: t('notes.quickSaved', { title: created.title }), link }
}

/** Queues the note in the outbox. Returns false if the topic is unknown or the device cannot store the draft. */
async function queueForSending(userNo: number, { text, requestKey }: QuickText): Promise<boolean> {
  const topicNo = readQuickTopic(userNo)
  const note = parseQuickNote(text)
  if (topicNo === null || note === null) return false
  const copy = createCopy({ userNo, topicNo, documentId: requestKey, content: note, isSaveRequested: true })
  return storeCopy(copy.copyId, copy)
}

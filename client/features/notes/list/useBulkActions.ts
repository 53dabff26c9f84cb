import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { forgetNotes, noteKeys, useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { useRestoring, withMissing } from '#client/features/trash/useRestoring.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { deleteNotes, moveNotes, pinNote } from '#protocol/notes.ts'

export interface NamedNote {
  noteNo: number
  title: string
}

const numbersOf = (notes: readonly { noteNo: number }[]) => JSON.stringify(notes.map(({ noteNo }) => noteNo))

const without = (notes: readonly NamedNote[], missingNos: readonly number[]) =>
  notes.filter(({ noteNo }) => !missingNos.includes(noteNo))

/** Moves notes from one topic to another; it can be undone. */
export function useMoving(fromTopicNo: number) {
  const showToast = useSetAtom(showToastAtom)
  const notesChanged = useNotesChanged()

  async function moveBack(notes: readonly NamedNote[]): Promise<void> {
    try {
      const { missingNos } = await callApi(moveNotes, { noteNosJSON: numbersOf(notes), topicNo: fromTopicNo })
      showToast({ text: withMissing(t('notes.movedBack'), missingNos.length) })
    } catch (error) {
      showToast({ text: failureText(error) })
    }
    notesChanged()
  }

  return useMutation({
    mutationFn: ({ notes, topicNo }: { notes: readonly NamedNote[]; topicNo: number; topicTitle: string }) =>
      callApi(moveNotes, { noteNosJSON: numbersOf(notes), topicNo }),
    onSuccess({ missingNos }, { notes, topicNo, topicTitle }) {
      notesChanged()
      const moved = without(notes, missingNos)
      const text =
        notes.length === 1
          ? t('notes.moved', { topic: topicTitle })
          : t('notes.movedMany', { count: moved.length, topic: topicTitle })
      showToast({
        text: withMissing(text, missingNos.length),
        action: { label: t('common.undo'), run: () => void moveBack(moved) },
        link: { label: t('topics.openTopic'), to: paths.notes(topicNo) },
      })
    },
    onError(error) {
      // Of it, or of where it was to go, the lists show what is not there.
      if (!isNotFound(error)) return
      notesChanged()
      showToast({ text: failureText(error) })
    },
  })
}

/** Puts notes into the trash without asking, and lets them be brought back at once. */
export function useTrashing() {
  const cache = useQueryClient()
  const notesChanged = useNotesChanged()
  const { tellDeleted, tellFailure } = useRestoring()
  return useMutation({
    mutationFn: (notes: readonly NamedNote[]) => callApi(deleteNotes, { noteNosJSON: numbersOf(notes) }),
    onSuccess({ missingNos, deletedNos }, notes) {
      forgetNotes(
        cache,
        notes.map(({ noteNo }) => noteNo),
      )
      notesChanged()
      const deleted = notes.filter(
        ({ noteNo }) => deletedNos?.includes(noteNo) ?? !missingNos.includes(noteNo),
      )
      tellDeleted(deleted, notes.length - deleted.length)
    },
    onError(error) {
      if (isNotFound(error)) notesChanged()
      tellFailure(error)
    },
  })
}

/** Puts a note above the others of its topic, or back among them. */
export function usePinningInTopic() {
  const cache = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  return useMutation({
    mutationFn: (change: { noteNo: number; isPinned: boolean }) => callApi(pinNote, change),
    onError: error => showToast({ text: failureText(error) }),
    onSettled: () => void cache.invalidateQueries({ queryKey: noteKeys.pages }),
  })
}

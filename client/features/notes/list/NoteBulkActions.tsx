import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { noteKeys, removeCachedNotes, useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { ChooseTopic } from '#client/features/topics/ChooseTopic.tsx'
import { useRestoreNotes, withMissingCount } from '#client/features/trash/trash.restore.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { deleteNotes, moveNotes, pinNote } from '#protocol/notes.ts'
import { type RowSelection, SelectionBar, toUntitledNotes } from './SelectionBar.tsx'

interface NoteBulkActionsProps {
  topicNo: number
  selection: RowSelection
}

/** Bulk actions for the selected notes of a topic. */
export function NoteBulkActions({ topicNo, selection }: NoteBulkActionsProps) {
  const [isMoving, setMoving] = useState(false)
  const move = useMoveNotes(topicNo)
  const trash = useTrashNotes()
  const { noteNos, end } = selection
  const count = noteNos.size
  const notes = toUntitledNotes(noteNos)
  // None of the notes exists any more.
  const endIfNotFound = (error: unknown) => isNotFound(error) && end()
  const isBusy = move.isPending || trash.isPending

  return (
    <SelectionBar selection={selection}>
      <div className="selection-bar__actions">
        <Button disabled={count === 0} busy={isBusy} onClick={() => setMoving(true)}>
          <ToolIcon name="folder" />
          {t('notes.selectedMove')}
        </Button>
        <Button
          kind="quiet-danger"
          disabled={count === 0}
          busy={isBusy}
          onClick={() => trash.mutate(notes, { onSuccess: end, onError: endIfNotFound })}
        >
          <ToolIcon name="trash" />
          {t('notes.toTrash')}
        </Button>
      </div>
      <Dialog open={isMoving} onClose={() => setMoving(false)} title={t('notes.move')}>
        <ChooseTopic
          currentNo={topicNo}
          busy={move.isPending}
          error={move.error ? failureText(move.error) : undefined}
          onChoose={topic => move.mutate({ notes, ...topic }, { onSuccess: end, onError: endIfNotFound })}
        />
      </Dialog>
    </SelectionBar>
  )
}

interface NamedNote {
  noteNo: number
  title: string
}

const numbersOf = (notes: readonly { noteNo: number }[]) => JSON.stringify(notes.map(({ noteNo }) => noteNo))

const without = (notes: readonly NamedNote[], missingNos: readonly number[]) =>
  notes.filter(({ noteNo }) => !missingNos.includes(noteNo))

/** Moves notes out of a topic. The toast offers undo. */
export function useMoveNotes(fromTopicNo: number) {
  const showToast = useSetAtom(showToastAtom)
  const notesChanged = useNotesChanged()

  async function moveBack(notes: readonly NamedNote[]): Promise<void> {
    try {
      const { missingNos } = await callApi(moveNotes, { noteNosJSON: numbersOf(notes), topicNo: fromTopicNo })
      showToast({ text: withMissingCount(t('notes.movedBack'), missingNos.length) })
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
        text: withMissingCount(text, missingNos.length),
        action: { label: t('common.undo'), run: () => void moveBack(moved) },
        link: { label: t('topics.openTopic'), to: paths.notes(topicNo) },
      })
    },
    onError(error) {
      // A note or the target topic does not exist any more, so the lists are outdated.
      if (!isNotFound(error)) return
      notesChanged()
      showToast({ text: failureText(error) })
    },
  })
}

/** Moves notes to the trash without a confirmation. The toast offers undo. */
export function useTrashNotes() {
  const cache = useQueryClient()
  const notesChanged = useNotesChanged()
  const { showDeletedToast, showFailureToast } = useRestoreNotes()
  return useMutation({
    mutationFn: (notes: readonly NamedNote[]) => callApi(deleteNotes, { noteNosJSON: numbersOf(notes) }),
    onSuccess({ missingNos, deletedNos }, notes) {
      removeCachedNotes(
        cache,
        notes.map(({ noteNo }) => noteNo),
      )
      notesChanged()
      const deleted = notes.filter(
        ({ noteNo }) => deletedNos?.includes(noteNo) ?? !missingNos.includes(noteNo),
      )
      showDeletedToast(deleted, notes.length - deleted.length)
    },
    onError(error) {
      if (isNotFound(error)) notesChanged()
      showFailureToast(error)
    },
  })
}

/** Pins a note to the top of its topic, or unpins it. */
export function usePinNote() {
  const cache = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  return useMutation({
    mutationFn: (change: { noteNo: number; isPinned: boolean }) => callApi(pinNote, change),
    onError: error => showToast({ text: failureText(error) }),
    onSettled: () => void cache.invalidateQueries({ queryKey: noteKeys.pages }),
  })
}

import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { copyTitle } from '#client/features/notes/sync/note.content.ts'
import { ChooseTopic } from '#client/features/topics/ChooseTopic.tsx'
import { paths } from '#client/paths.ts'
import { saveFile } from '#client/platform/browser/files.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ActionMenu } from '#client/ui/Dropdown.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { decodeText } from '#protocol/encoding.ts'
import { getNote, type NoteItemView, postNote } from '#protocol/notes.ts'
import { useMoveNotes, usePinNote, useTrashNotes } from './NoteBulkActions.tsx'

interface NoteMenuProps {
  note: NoteItemView
  topicNo: number
}

/** The actions of a note in a list. */
export function NoteMenu({ note, topicNo }: NoteMenuProps) {
  const [isMoving, setMoving] = useState(false)
  const { duplicate, exportFile } = useNoteActions(note)
  const move = useMoveNotes(topicNo)
  const trash = useTrashNotes()
  const pin = usePinNote()
  const { noteNo, isPinned } = note

  return (
    <>
      <ActionMenu
        label={t('notes.more', { title: note.title })}
        actions={[
          {
            label: t(isPinned ? 'notes.unpin' : 'notes.pin'),
            icon: 'pin',
            run: () => pin.mutate({ noteNo, isPinned: !isPinned }),
          },
          { label: t('notes.move'), icon: 'folder', run: () => setMoving(true) },
          { label: t('notes.duplicate'), icon: 'copy', run: () => duplicate() },
          { label: t('notes.export'), icon: 'download', run: () => exportFile() },
          { label: t('notes.toTrash'), icon: 'trash', isDangerous: true, run: () => trash.mutate([note]) },
        ]}
      />
      <Dialog open={isMoving} onClose={() => setMoving(false)} title={t('notes.move')}>
        <ChooseTopic
          currentNo={topicNo}
          busy={move.isPending}
          error={move.error ? failureText(move.error) : undefined}
          onChoose={topic =>
            move.mutate(
              { notes: [note], ...topic },
              { onSuccess: () => setMoving(false), onError: error => isNotFound(error) && setMoving(false) },
            )
          }
        />
      </Dialog>
    </>
  )
}

function useNoteActions({ noteNo, title, createdAt, isPinned }: NoteItemView) {
  const showToast = useSetAtom(showToastAtom)
  const notesChanged = useNotesChanged()
  const showFailureToast = (error: unknown) => {
    if (isNotFound(error)) notesChanged()
    showToast({ text: failureText(error) })
  }

  const duplication = useMutation({
    async mutationFn() {
      const note = await callApi(getNote, { noteNo })
      return callApi(postNote, {
        topicNo: note.subjectNo ?? 0,
        title: copyTitle(note.title, t('notes.copyMark')),
        text: note.text,
        requestKey: makeRequestKey(),
      })
    },
    onSuccess(copy) {
      notesChanged()
      showToast({
        text: t('notes.duplicated', { title }),
        link: { label: t('topics.openCopy'), to: paths.note(copy.noteNo) },
      })
    },
    onError: showFailureToast,
  })

  const fileExport = useMutation({
    async mutationFn() {
      const { subjectNo, subjectTitle, lastUpdate, ...note } = await callApi(getNote, { noteNo })
      // Loads the archive code with the first export.
      const { exportNote, textToExport } = await import('./noteExport.ts')
      const header = { noteNo, title: note.title, topicNo: subjectNo ?? 0, topicTitle: subjectTitle }
      const text = await textToExport(noteNo, decodeText(note.text))
      const file = await exportNote({ ...header, createdAt, lastUpdate, isPinned }, text)
      saveFile(file, file.name)
    },
    onError: showFailureToast,
  })

  return { duplicate: duplication.mutate, exportFile: fileExport.mutate }
}

import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { saveFile } from '#client/platform/browser/saveFile.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { decodeText } from '#protocol/encoding.ts'
import { getNote, type NoteItemView, postNote } from '#protocol/notes.ts'
import { copyTitle } from './note.copies.ts'

/** What can be done with a note from its row; each says what came of it. */
export function useNoteActions({ noteNo, title, createdAt, isPinned }: NoteItemView) {
  const showToast = useSetAtom(showToastAtom)
  const notesChanged = useNotesChanged()
  const tellFailure = (error: unknown) => {
    if (isNotFound(error)) notesChanged()
    showToast({ text: failureText(error) })
  }

  const duplicating = useMutation({
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
    onError: tellFailure,
  })

  const exporting = useMutation({
    async mutationFn() {
      const { subjectNo, subjectTitle, lastUpdate, ...note } = await callApi(getNote, { noteNo })
      // What makes archives comes with the first one.
      const { exportedNote } = await import('./note.archive.ts')
      const head = { noteNo, title: note.title, topicNo: subjectNo ?? 0, topicTitle: subjectTitle }
      const file = await exportedNote({ ...head, createdAt, lastUpdate, isPinned }, decodeText(note.text))
      saveFile(file, file.name)
    },
    onError: tellFailure,
  })

  return { duplicate: duplicating.mutate, exportFile: exporting.mutate }
}

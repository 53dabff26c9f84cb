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
import { pictureIdsIn } from '#protocol/pictureAddress.ts'
import { copyTitle, markdownFile } from './note.copies.ts'

/** What makes archives comes with the first one. */
async function archiveWithPictures(file: File): Promise<File | null> {
  const { withPictures } = await import('./note.archive.ts')
  return withPictures(file)
}

/** What can be done with a note from its row; each says what came of it. */
export function useNoteDoings({ noteNo, title }: Pick<NoteItemView, 'noteNo' | 'title'>) {
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
      const note = await callApi(getNote, { noteNo })
      const text = decodeText(note.text)
      const file = markdownFile(note.title, text)
      const archive = pictureIdsIn(text).length > 0 ? await archiveWithPictures(file) : null
      saveFile(archive ?? file, (archive ?? file).name)
    },
    onError: tellFailure,
  })

  return { duplicate: duplicating.mutate, exportFile: exporting.mutate }
}

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { noteKeys, useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { copyTitle } from '#client/features/notes/sync/note.content.ts'
import { templateTopic } from '#client/features/templates/templates.queries.ts'
import { paths } from '#client/paths.ts'
import { saveFile } from '#client/platform/browser/files.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import type { Action } from '#client/ui/Dropdown.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { decodeText } from '#protocol/encoding.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { getNote, getNotes, type NoteItemView, type NotePage, postNote } from '#protocol/notes.ts'

type CopiedNote = Pick<NoteItemView, 'noteNo' | 'title'>

/** The menu actions that copy a note of the user, or export it as a file. The saved text is copied. All need a connection. */
export function useNoteActions({ noteNo, title }: CopiedNote) {
  const showToast = useSetAtom(showToastAtom)
  const notesChanged = useNotesChanged()
  const cache = useQueryClient()
  const onError = (error: unknown) => {
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
    onError,
  })

  const templateCopy = useMutation({
    async mutationFn() {
      const note = await callApi(getNote, { noteNo })
      const copy = { topicNo: await templateTopic(), title: note.title, text: note.text }
      return callApi(postNote, { ...copy, requestKey: makeRequestKey() })
    },
    onSuccess(template) {
      notesChanged()
      showToast({
        text: t('templates.saved', { title }),
        link: { label: t('topics.openNote'), to: paths.note(template.noteNo) },
      })
    },
    onError,
  })

  const markdownExport = useMutation({
    async mutationFn() {
      const { subjectNo, subjectTitle, lastUpdate, ...note } = await callApi(getNote, { noteNo })
      const topicNo = subjectNo ?? 0
      const { createdAt, isPinned } = await findListedNote(cache, topicNo, noteNo)
      // Loads the archive code with the first export.
      const { exportNote, textToExport } = await import('./noteExport.ts')
      const header = { noteNo, title: note.title, topicNo, topicTitle: subjectTitle }
      const text = await textToExport(noteNo, decodeText(note.text))
      const file = await exportNote({ ...header, createdAt, lastUpdate, isPinned }, text)
      saveFile(file, file.name)
    },
    onError,
  })

  const htmlExport = useMutation({
    async mutationFn() {
      const note = await callApi(getNote, { noteNo })
      const { noteHtmlFile } = await import('#client/features/publicLinks/page/noteHtml.tsx')
      const file = await noteHtmlFile({ ...note, text: decodeText(note.text) })
      saveFile(file, file.name)
    },
    onError,
  })

  return {
    copies: [
      { label: t('notes.duplicate'), icon: 'copy', run: () => duplication.mutate() },
      { label: t('templates.save'), icon: 'note', run: () => templateCopy.mutate() },
    ],
    exports: [
      { label: t('notes.export'), icon: 'download', run: () => markdownExport.mutate() },
      { label: t('exports.html'), icon: 'download', run: () => htmlExport.mutate() },
    ],
  } satisfies { copies: Action[]; exports: Action[] }
}

/** The note as the lists of its topic show it, from the cache or the server. Throws `notFound` if no page lists it. */
async function findListedNote(cache: QueryClient, topicNo: number, noteNo: number): Promise<NoteItemView> {
  const isNote = (note: NoteItemView) => note.noteNo === noteNo
  for (const [, page] of cache.getQueriesData<NotePage>({ queryKey: noteKeys.ofTopic(topicNo) })) {
    const cached = page?.notes.find(isNote)
    if (cached) return cached
  }
  for (let curPageNo = 1, lastPageNo = 1; curPageNo <= lastPageNo; curPageNo += 1) {
    const request = { topicNo, curPageNo, itemsPerPage: ITEMS_PER_PAGE_MAX, order: 'created' } as const
    const page = await callApi(getNotes, request)
    const listed = page.notes.find(isNote)
    if (listed) return listed
    lastPageNo = page.pageIndex.lastPageNum
  }
  throw new CallFailed({ code: 'notFound', status: 404 })
}

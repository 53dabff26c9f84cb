import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { noteKeys, useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { copyTitle } from '#client/features/notes/sync/note.content.ts'
import { templateTopic } from '#client/features/templates/templates.queries.ts'
import { paths } from '#client/paths.ts'
import { saveFile } from '#client/platform/browser/files.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import type { Action } from '#client/ui/Dropdown.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { getNote, getNotes, type NoteItemView, type NotePage } from '#protocol/notes.ts'
import { wholeText } from '#protocol/seriesText.ts'
import { createSavedCopy, readSavedNote, readStoredLinks, readTexts, type SavedText } from './savedNote.ts'

type CopiedNote = Pick<NoteItemView, 'noteNo' | 'title'>

/**
 * The menu actions that copy a note of the user, or export it as a file. The saved text is copied. Copies need a connection; offline,
 * the text on this device is exported.
 */
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
      const header = { topicNo: note.subjectNo ?? 0, title: copyTitle(note.title, t('notes.copyMark')) }
      return createSavedCopy(header, await readTexts(note))
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
      return createSavedCopy({ topicNo: await templateTopic(), title: note.title }, await readTexts(note))
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

  const onExported = ({ isOffline }: { isOffline: boolean }) => {
    if (isOffline) showToast({ text: t('exports.fromDevice') })
  }

  const markdownExport = useMutation({
    async mutationFn() {
      const saved = await readSavedNote(cache, noteNo)
      const { subjectNo, subjectTitle, lastUpdate, ...note } = saved.note
      const topicNo = subjectNo ?? 0
      const listed = await findListedNote(cache, topicNo, noteNo, saved.isOffline)
      // Loads the archive code with the first export.
      const { exportNote, linkTitles } = await import('./noteExport.ts')
      // Stored for the note that was open; they are those of all its parts.
      const links = saved.isOffline ? await readStoredLinks(cache, noteNo) : undefined
      const texts: SavedText[] = []
      for (const text of saved.texts) texts.push(await linkTitles(text, links))
      const header = { noteNo, title: note.title, topicNo, topicTitle: subjectTitle, lastUpdate }
      const file = await exportNote(
        { ...header, createdAt: listed?.createdAt, isPinned: listed?.isPinned ?? false },
        texts,
      )
      saveFile(file, file.name)
      return saved
    },
    onSuccess: onExported,
    onError,
  })

  const htmlExport = useMutation({
    async mutationFn() {
      const saved = await readSavedNote(cache, noteNo)
      const { noteHtmlFile } = await import('#client/features/publicLinks/page/noteHtml.tsx')
      const file = await noteHtmlFile({ ...saved.note, text: wholeText(saved.texts) })
      saveFile(file, file.name)
      return saved
    },
    onSuccess: onExported,
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
async function findListedNote(
  cache: QueryClient,
  topicNo: number,
  noteNo: number,
  isOffline: boolean,
): Promise<NoteItemView | undefined> {
  const isNote = (note: NoteItemView) => note.noteNo === noteNo
  for (const [, page] of cache.getQueriesData<NotePage>({ queryKey: noteKeys.ofTopic(topicNo) })) {
    const cached = page?.notes.find(isNote)
    if (cached) return cached
  }
  if (isOffline) return undefined
  for (let curPageNo = 1, lastPageNo = 1; curPageNo <= lastPageNo; curPageNo += 1) {
    const request = { topicNo, curPageNo, itemsPerPage: ITEMS_PER_PAGE_MAX, order: 'created' } as const
    const page = await callApi(getNotes, request)
    const listed = page.notes.find(isNote)
    if (listed) return listed
    lastPageNo = page.pageIndex.lastPageNum
  }
  throw new CallFailed({ code: 'notFound', status: 404 })
}

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { findCopyForEditor } from '#client/features/documents/documentStore.ts'
import type { NoteDocumentStart } from '#client/features/documents/noteDocument.state.ts'
import type { StoredDocument } from '#client/features/documents/storedDocument.ts'
import { noteKeys, noteQuery } from '#client/features/notes/notes.queries.ts'
import { topicTitleQuery } from '#client/features/topics/topics.queries.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, isNotFound } from '#client/platform/calls/callFailed.ts'
import { withScreenTimeout } from '#client/platform/calls/retry.ts'
import { getUnsavedDocuments } from '#protocol/documents.ts'
import { decodeText } from '#protocol/encoding.ts'
import { getNote, type NotePage, type NoteView, type SeriesPlaceView } from '#protocol/notes.ts'
import { getTopics } from '#protocol/topics.ts'

/** The subject of an editor: a note, or a new note under a topic, perhaps one that another tab or device has begun. */
export type EditorSubject = { userNo: number } & (
  | { noteNo: number }
  | { topicNo: number; documentId?: string }
)

export interface EditorStart {
  note: NoteDocumentStart
  /** The copy of this device; null if it has none. */
  copy: StoredDocument | null
  /** The place of the note in its series; null for a note that stands alone. Absent if the device does not know. */
  series?: SeriesPlaceView | null
}

/** `notMine`: the user can read the note but is not its author. */
type EditorStartResult = EditorStart | 'notMine'

/**
 * Finds what an editor shows at once: the copy of this device, or the cached note. The document brings what is newer. Read once per opening
 * of the editor.
 */
export const editorStartQuery = (subject: EditorSubject, opening: string) =>
  queryOptions({
    queryKey: ['editorStart', subject, opening],
    queryFn: ({ signal, client }): Promise<EditorStartResult> =>
      'noteNo' in subject ? startOfNote(subject, client, signal) : startOfNewNote(subject, client),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

const EMPTY = { title: '', text: '' }

async function startOfNewNote(
  { userNo, topicNo, documentId }: { userNo: number; topicNo: number; documentId?: string },
  cache: QueryClient,
): Promise<EditorStart> {
  const copy =
    documentId !== undefined && (await findCopyForEditor(userNo, each => each.documentId === documentId))
  if (copy) return startOfCopy(copy)
  const listed = cache.getQueriesData<NotePage>({ queryKey: noteKeys.ofTopic(topicNo) })
  const title = listed.find(([, page]) => page !== undefined)?.[1]?.subjectTitle
  if (title !== undefined) cache.setQueryData(topicTitleQuery(topicNo).queryKey, title)
  else await loadTopicTitle(topicNo, cache, { isRequired: documentId === undefined })
  return {
    note: {
      ...{ documentId: documentId ?? makeRequestKey(), noteNo: null, topicNo },
      ...{ savedContent: EMPTY, savedAt: null },
    },
    copy: null,
    series: null,
  }
}

/**
 * Throws if the topic is required and was deleted. A draft keeps its text, for which the user chooses another topic. Any other failure is
 * ignored, so that the editor opens offline.
 */
async function loadTopicTitle(
  topicNo: number,
  cache: QueryClient,
  { isRequired }: { isRequired: boolean },
): Promise<void> {
  try {
    await withScreenTimeout(cache.fetchQuery(topicTitleQuery(topicNo)))
  } catch (error) {
    if (isRequired && isNotFound(error)) throw error
  }
}

async function startOfNote(
  { userNo, noteNo }: { userNo: number; noteNo: number },
  cache: QueryClient,
  signal: AbortSignal,
): Promise<EditorStartResult> {
  const copy = await findCopyForEditor(userNo, each => each.noteNo === noteNo)
  if (copy) return startOfCopy(copy)
  const { queryKey } = noteQuery(noteNo)
  const cached = cache.getQueryData(queryKey)
  const reading = () => readNote(noteNo, signal)
  // A save may have begun a series, which only the server tells. Without its answer, the cached note will do.
  const isOutdated = cache.getQueryState(queryKey)?.isInvalidated
  const current = cached && isOutdated ? await withScreenTimeout(reading()).catch(() => cached) : cached
  const note = current === undefined ? await reading() : current
  if (note === null) return startOfDeletedNote(noteNo, signal)
  if (note !== cached) cache.setQueryData(queryKey, note)
  const series = note.series ?? null
  if (note.canWrite) return { note: { ...startOf(note, 0), isGuest: true }, copy: null, series }
  if (note.subjectNo === null) return 'notMine'
  cache.setQueryData(topicTitleQuery(note.subjectNo).queryKey, note.subjectTitle)
  return { note: startOf(note, note.subjectNo), copy: null, series }
}

/** Null if there is no such note. */
async function readNote(noteNo: number, signal: AbortSignal): Promise<NoteView | null> {
  try {
    return await callApi(getNote, { noteNo }, { signal })
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** The server still has what was typed into a deleted note and not saved. Throws if there is nothing. */
async function startOfDeletedNote(noteNo: number, signal: AbortSignal): Promise<EditorStart> {
  const { documents } = await callApi(getUnsavedDocuments, {}, { signal })
  const document = documents.find(each => each.noteNo === noteNo)
  if (document === undefined) throw new CallFailed({ code: 'notFound', status: 404 })
  const { documentId } = document
  // For the new note that the text may become.
  const { subjects } = await callApi(getTopics, { itemsPerPage: 1 }, { signal })
  const topicNo = subjects[0]?.subjectNo ?? 0
  return { note: { documentId, noteNo, topicNo, savedContent: EMPTY, savedAt: null }, copy: null }
}

function startOf({ noteNo, title, text, lastUpdate }: NoteView, topicNo: number): NoteDocumentStart {
  const savedContent = { title, text: decodeText(text) }
  return { documentId: '', noteNo, topicNo, savedContent, savedAt: Date.parse(lastUpdate) }
}

function startOfCopy(copy: StoredDocument): EditorStart {
  const { documentId, noteNo, topicNo, savedContent, saveRequestedAt } = copy
  const { mayBePosted, isForeign, isGuest } = copy
  const note = { documentId, noteNo, topicNo, savedContent, savedAt: null }
  const alone = noteNo === null && { series: null }
  return { note: { ...note, saveRequestedAt, mayBePosted, isForeign, isGuest }, copy, ...alone }
}

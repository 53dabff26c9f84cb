import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { topicKeys } from '#client/features/topics/topics.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import {
  deleteNote,
  getNote,
  getNotes,
  type NoteOrder,
  type NotePage,
  type NoteView,
  updateNote,
} from '#protocol/notes.ts'
import type { SeriesView } from '#protocol/series.ts'

export const noteKeys = {
  all: ['notes'] as const,
  pages: ['notes', 'page'] as const,
  ofTopic: (topicNo: number) => [...noteKeys.pages, topicNo] as const,
  page: (topicNo: number, page: number, order: NoteOrder) =>
    [...noteKeys.ofTopic(topicNo), page, order] as const,
  details: ['notes', 'one'] as const,
  detail: (noteNo: number) => [...noteKeys.details, noteNo] as const,
  allSeries: ['notes', 'series'] as const,
  /** The texts of all parts, by the number of the first one. */
  series: (headNo: number) => [...noteKeys.allSeries, headNo] as const,
  searches: ['notes', 'found'] as const,
  history: (noteNo: number) => [...noteKeys.all, 'history', noteNo] as const,
}

/** Events about a user's own notes, sent to all of the user's devices. */
export const ownNoteEvents = ['note:saved', 'note:deleted'] as const

/** The mutation key of a deletion from the note's own screen. */
export const deletionKey = (noteNo: number) => ['deletingNote', noteNo] as const

export const notePageQuery = (topicNo: number, page: number, order: NoteOrder) =>
  queryOptions({
    queryKey: noteKeys.page(topicNo, page, order),
    // No abort signal: the request completes after the screen unmounts, so that the page is available offline.
    queryFn: () => callApi(getNotes, { topicNo, curPageNo: page, order }),
    // Never shows rows of another topic.
    placeholderData: (previous, query) => (query?.queryKey[2] === topicNo ? previous : undefined),
  })

/** Events update the note only while it is on the screen, so every mount refetches it. */
export const noteQuery = (noteNo: number) =>
  queryOptions({
    queryKey: noteKeys.detail(noteNo),
    queryFn: ({ signal }) => callApi(getNote, { noteNo }, { signal }),
    refetchOnMount: 'always',
  })

export const historyQuery = (noteNo: number) =>
  queryOptions({
    queryKey: noteKeys.history(noteNo),
    queryFn: ({ signal }) => callApi(getHistory, { noteNo }, { signal }),
    // Every save changes the history. A cached list would shift as soon as the response arrives.
    gcTime: 0,
  })

/** Returns a function that invalidates notes, lists of notes and the topics with their counts. */
export function useNotesChanged(): () => void {
  const cache = useQueryClient()
  return () => {
    void cache.invalidateQueries({ queryKey: noteKeys.all })
    void cache.invalidateQueries({ queryKey: topicKeys.all })
  }
}

interface SavedNote extends Pick<NoteView, 'noteNo' | 'title' | 'version' | 'lastUpdate'> {
  /** Not encoded. */
  text: string
}

/** Updates a cached note, and a cached series with it, after a save: screens that open without a connection show the cache. */
export function updateCachedNote(cache: QueryClient, { noteNo, title, text, ...saved }: SavedNote): void {
  const content = { text: encodeText(text), ...saved }
  cache.setQueryData(noteQuery(noteNo).queryKey, cached =>
    cached && cached.version < saved.version ? { ...cached, title, ...content } : undefined,
  )
  cache.setQueriesData<SeriesView>({ queryKey: noteKeys.allSeries }, cached => {
    const isOlder = (part: SeriesView['parts'][number]) =>
      part.noteNo === noteNo && part.version < saved.version
    if (!cached?.parts.some(isOlder)) return undefined
    const parts = cached.parts.map(part => (isOlder(part) ? { ...part, ...content } : part))
    return { ...cached, ...(cached.headNo === noteNo && { title }), parts }
  })
}

/** Fetches a new note and the cached lists that begin with it, for screens that open without a connection. */
export function prefetchCreated(
  cache: QueryClient,
  { noteNo, topicNo }: { noteNo: number; topicNo: number },
): void {
  void cache.prefetchQuery(noteQuery(noteNo))
  void cache.refetchQueries({
    queryKey: noteKeys.ofTopic(topicNo),
    type: 'inactive',
    predicate: ({ queryKey: [, , , page] }) => page === 1,
  })
}

/** Removes deleted notes from the cache before the lists are refetched, so that they neither reappear nor are requested. */
export function removeCachedNotes(cache: QueryClient, noteNos: readonly number[]): void {
  for (const noteNo of noteNos)
    for (const queryKey of [noteKeys.detail(noteNo), noteKeys.series(noteNo)])
      cache.removeQueries({ queryKey })
  cache.setQueriesData<NotePage>({ queryKey: noteKeys.pages }, page => {
    const remaining = page?.notes.filter(({ noteNo }) => !noteNos.includes(noteNo))
    if (page === undefined || remaining === undefined || remaining.length === page.notes.length) return page
    return { ...page, notes: remaining, noteCount: page.noteCount - (page.notes.length - remaining.length) }
  })
}

/** `onDeleted` is called even after the calling screen has unmounted. */
export function useDeleteNote(noteNo: number, onDeleted: () => void) {
  const cache = useQueryClient()
  const notesChanged = useNotesChanged()
  return useMutation({
    mutationKey: deletionKey(noteNo),
    mutationFn: () => callApi(deleteNote, { noteNo }),
    onSuccess() {
      onDeleted()
      removeCachedNotes(cache, [noteNo])
      notesChanged()
    },
    // After a failure the note may have been deleted all the same.
    onError: () => void cache.invalidateQueries({ queryKey: noteKeys.detail(noteNo) }),
  })
}

/** Restores an earlier version, unless the note has changed since it was loaded. */
export function useRestoreVersion({ noteNo, version }: Pick<NoteView, 'noteNo' | 'version'>) {
  const notesChanged = useNotesChanged()
  return useMutation({
    mutationFn: ({ title, text }: { title: string; text: string }) =>
      callApi(updateNote, { noteNo, title, text: encodeText(text), version, keepEarlier: true }),
    onSuccess: notesChanged,
  })
}

/** Error text for a note that failed to load and is not cached. The caller adds what to do about it. */
export function noteFailureText(error: Error | null): string {
  const isOffline = error instanceof CallFailed && error.code === 'offline'
  return t(isOffline ? 'notes.notOnDevice' : 'notes.loadFailed')
}

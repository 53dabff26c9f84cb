import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { topicKeys } from '#client/features/topics/topics.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { searchNotes } from '#protocol/noteSearch.ts'
import {
  deleteNote,
  getNote,
  getNotes,
  type NoteOrder,
  type NotePage,
  type NoteView,
  updateNote,
} from '#protocol/notes.ts'

export const noteKeys = {
  all: ['notes'] as const,
  pages: ['notes', 'page'] as const,
  ofTopic: (topicNo: number) => [...noteKeys.pages, topicNo] as const,
  page: (topicNo: number, page: number, order: NoteOrder) =>
    [...noteKeys.ofTopic(topicNo), page, order] as const,
  ones: ['notes', 'one'] as const,
  one: (noteNo: number) => [...noteKeys.ones, noteNo] as const,
  searchedAll: ['notes', 'found'] as const,
  found: (query: string, page: number) => [...noteKeys.searchedAll, query, page] as const,
  history: (noteNo: number) => [...noteKeys.all, 'history', noteNo] as const,
}

/** By them an author's devices hear of their own notes. */
export const ownNoteEvents = ['note:saved', 'note:deleted'] as const

/** Of the mutation while one is deleting from the note's own screen. */
export const deletingKey = (noteNo: number) => ['deletingNote', noteNo] as const

export const notePageQuery = (topicNo: number, page: number, order: NoteOrder) =>
  queryOptions({
    queryKey: noteKeys.page(topicNo, page, order),
    // Not given up with its screen: whoever goes on to write before it is there finds it without a line as well.
    queryFn: () => callApi(getNotes, { topicNo, curPageNo: page, order }),
    // The rows of another topic would only mislead.
    placeholderData: (previous, query) => (query?.queryKey[2] === topicNo ? previous : undefined),
  })

/** Live events keep it true only while it is on the screen: whoever comes back asks again. */
export const noteQuery = (noteNo: number) =>
  queryOptions({
    queryKey: noteKeys.one(noteNo),
    queryFn: ({ signal }) => callApi(getNote, { noteNo }, { signal }),
    refetchOnMount: 'always',
  })

export const noteSearchQuery = (query: string, page: number) =>
  queryOptions({
    queryKey: noteKeys.found(query, page),
    queryFn: ({ signal }) => callApi(searchNotes, { query, curPageNo: page }, { signal }),
    // What another query found would only mislead.
    placeholderData: (previous, last) => (last?.queryKey[2] === query ? previous : undefined),
    // It costs more than other lists do: only a change asks again, or the seeker.
    staleTime: 60_000,
  })

export const historyQuery = (noteNo: number) =>
  queryOptions({
    queryKey: noteKeys.history(noteNo),
    queryFn: ({ signal }) => callApi(getHistory, { noteNo }, { signal }),
    // Every save changes it: shown from memory, it would move under the finger as soon as the answer comes.
    gcTime: 0,
  })

/** What a saved or deleted note changes: the lists that show it, the note itself, and its topic's count. */
export function useNotesChanged(): () => void {
  const cache = useQueryClient()
  return () => {
    void cache.invalidateQueries({ queryKey: noteKeys.all })
    void cache.invalidateQueries({ queryKey: topicKeys.all })
  }
}

/** Takes deleted notes out of what is known, before the lists are fetched again: nobody is to see them once more, or ask for them. */
export function forgetNotes(cache: QueryClient, noteNos: readonly number[]): void {
  for (const noteNo of noteNos) cache.removeQueries({ queryKey: noteKeys.one(noteNo) })
  cache.setQueriesData<NotePage>({ queryKey: noteKeys.pages }, page => {
    const left = page?.notes.filter(({ noteNo }) => !noteNos.includes(noteNo))
    if (page === undefined || left === undefined || left.length === page.notes.length) return page
    return { ...page, notes: left, noteCount: page.noteCount - (page.notes.length - left.length) }
  })
}

/** `publish` is called also when the screen that asked for it is gone meanwhile. */
export function useDeleteNote(noteNo: number, tell: () => void) {
  const cache = useQueryClient()
  const notesChanged = useNotesChanged()
  return useMutation({
    mutationKey: deletingKey(noteNo),
    mutationFn: () => callApi(deleteNote, { noteNo }),
    onSuccess() {
      tell()
      forgetNotes(cache, [noteNo])
      notesChanged()
    },
    // It may be gone all the same.
    onError: () => void cache.invalidateQueries({ queryKey: noteKeys.one(noteNo) }),
  })
}

/** Saves an earlier text again, unless the note was changed elsewhere since it was shown. */
export function useRestoreVersion({ noteNo, version }: NoteView) {
  const notesChanged = useNotesChanged()
  return useMutation({
    mutationFn: ({ title, text }: { title: string; text: string }) =>
      callApi(updateNote, { noteNo, title, text: encodeText(text), version, keepEarlier: true }),
    onSuccess: notesChanged,
  })
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { topicKeys } from '#client/features/topics/topics.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { encodeText } from '#protocol/encoding.ts'
import {
  deleteNote,
  findNotes,
  getHistory,
  getNote,
  getNotes,
  type NoteView,
  updateNote,
} from '#protocol/notes.ts'

export const noteKeys = {
  all: ['notes'] as const,
  pages: ['notes', 'page'] as const,
  page: (topicNo: number, page: number) => [...noteKeys.pages, topicNo, page] as const,
  one: (noteNo: number) => [...noteKeys.all, 'one', noteNo] as const,
  foundAll: ['notes', 'found'] as const,
  found: (query: string, page: number) => [...noteKeys.foundAll, query, page] as const,
  history: (noteNo: number) => [...noteKeys.all, 'history', noteNo] as const,
}

export const notePageQuery = (topicNo: number, page: number) =>
  queryOptions({
    queryKey: noteKeys.page(topicNo, page),
    queryFn: ({ signal }) => callApi(getNotes, { topicNo, curPageNo: page }, { signal }),
    // The rows of another topic would only mislead.
    placeholderData: (previous, query) => (query?.queryKey[2] === topicNo ? previous : undefined),
  })

/** How a topic is called. Nothing but renaming changes it. */
export const topicTitleQuery = (topicNo: number) =>
  queryOptions({
    queryKey: ['topicTitle', topicNo] as const,
    queryFn: async ({ signal }) =>
      (await callApi(getNotes, { topicNo, itemsPerPage: 1 }, { signal })).subjectTitle,
  })

/** Live events keep it true only while it is on the screen: whoever comes back asks again. */
export const noteQuery = (noteNo: number) =>
  queryOptions({
    queryKey: noteKeys.one(noteNo),
    queryFn: ({ signal }) => callApi(getNote, { noteNo }, { signal }),
    refetchOnMount: 'always',
  })

export const foundPageQuery = (query: string, page: number) =>
  queryOptions({
    queryKey: noteKeys.found(query, page),
    queryFn: ({ signal }) => callApi(findNotes, { query, curPageNo: page }, { signal }),
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

export function useDeleteNote() {
  const cache = useQueryClient()
  const notesChanged = useNotesChanged()
  return useMutation({
    mutationFn: (noteNo: number) => callApi(deleteNote, { noteNo }),
    onSuccess(_, noteNo) {
      // Before the lists are fetched again: the note's own screen must not ask for what is gone.
      cache.removeQueries({ queryKey: noteKeys.one(noteNo) })
      notesChanged()
    },
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

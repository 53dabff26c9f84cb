import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { topicKeys } from '#client/features/topics/topics.queries.ts'
import { callApi } from '#client/platform/callApi.ts'
import { deleteNote, getNote, getNotes } from '#protocol/notes.ts'

export const noteKeys = {
  all: ['notes'] as const,
  page: (topicNo: number, page: number) => [...noteKeys.all, 'page', topicNo, page] as const,
  one: (noteNo: number) => [...noteKeys.all, 'one', noteNo] as const,
}

export const notePageQuery = (topicNo: number, page: number) =>
  queryOptions({
    queryKey: noteKeys.page(topicNo, page),
    queryFn: ({ signal }) => callApi(getNotes, { topicNo, curPageNo: page }, { signal }),
    // The rows of another topic would only mislead.
    placeholderData: (previous, query) => (query?.queryKey[2] === topicNo ? previous : undefined),
  })

export const noteQuery = (noteNo: number) =>
  queryOptions({
    queryKey: noteKeys.one(noteNo),
    queryFn: ({ signal }) => callApi(getNote, { noteNo }, { signal }),
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

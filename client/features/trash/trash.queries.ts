import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getTrash, purgeTrash, readTrash, restoreTopic, restoreTrash } from '#protocol/trash.ts'

export const trashKeys = {
  all: ['trash'] as const,
  page: (page: number) => [...trashKeys.all, 'page', page] as const,
  one: (noteNo: number) => [...trashKeys.all, 'one', noteNo] as const,
}

export const trashPageQuery = (page: number) =>
  queryOptions({
    queryKey: trashKeys.page(page),
    queryFn: ({ signal }) => callApi(getTrash, { curPageNo: page }, { signal }),
    placeholderData: keepPreviousData,
    // Many screens move notes to the trash.
    refetchOnMount: 'always',
  })

export const trashedNoteQuery = (noteNo: number) =>
  queryOptions({
    queryKey: trashKeys.one(noteNo),
    queryFn: ({ signal }) => callApi(readTrash, { noteNo }, { signal }),
  })

export function useRestoreNotesMutation() {
  const cache = useQueryClient()
  const notesChanged = useNotesChanged()
  return useMutation({
    mutationFn: (noteNos: readonly number[]) =>
      callApi(restoreTrash, { noteNosJSON: JSON.stringify(noteNos) }),
    onSuccess() {
      notesChanged()
      void cache.invalidateQueries({ queryKey: trashKeys.all })
    },
  })
}

export function useRestoreTopicMutation() {
  const cache = useQueryClient()
  const notesChanged = useNotesChanged()
  return useMutation({
    mutationFn: ({ topicNo, since }: { topicNo: number; since?: string | undefined }) =>
      callApi(restoreTopic, since === undefined ? { topicNo } : { topicNo, since }),
    onSuccess() {
      notesChanged()
      void cache.invalidateQueries({ queryKey: trashKeys.all })
    },
  })
}

/** Deletes notes from the trash for good; all of them without `noteNos`. */
export function usePurge() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (noteNos: readonly number[] | undefined) =>
      callApi(purgeTrash, noteNos ? { noteNosJSON: JSON.stringify(noteNos) } : {}),
    onSuccess: () => void cache.invalidateQueries({ queryKey: trashKeys.all }),
  })
}

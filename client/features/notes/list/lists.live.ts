import type { QueryClient } from '@tanstack/react-query'
import { noteKeys, ownNoteEvents } from '#client/features/notes/notes.queries.ts'
import { topicKeys } from '#client/features/topics/topics.queries.ts'
import { useDeferredRefetch } from '#client/live/useDeferredRefetch.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'

/** Fetches the lists on the screen again when a note of mine comes, changes or goes on another device. */
export function useLiveLists(): void {
  useDeferredRefetch(ownNoteEvents, refetchLists)
}

function refetchLists(cache: QueryClient): void {
  for (const lists of [noteKeys.pages, topicKeys.all]) refetchQueries(cache, lists)
  // It costs more: found anew when it is looked at again.
  void cache.invalidateQueries({ queryKey: noteKeys.searchedAll, refetchType: 'none' })
}

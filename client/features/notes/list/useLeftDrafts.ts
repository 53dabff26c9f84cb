import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { onDraftsChanged } from '#client/features/notes/editor/drafts/note.draftEvents.ts'
import { findShownDrafts } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { authAtom } from '#client/session/session.ts'

const DRAFTS_KEY = ['leftDrafts']

/** What I wrote on this device and did not save, the last written first. */
export function useLeftDrafts() {
  const { userNo } = useAtomValue(authAtom)
  const cache = useQueryClient()
  useEffect(() => onDraftsChanged(() => void cache.invalidateQueries({ queryKey: DRAFTS_KEY })), [cache])
  const { data = [] } = useQuery({
    queryKey: [...DRAFTS_KEY, userNo],
    queryFn: () => findShownDrafts(userNo),
    // It costs no request, and each way out of the editor changes it.
    staleTime: 0,
    gcTime: 0,
  })
  return data
}

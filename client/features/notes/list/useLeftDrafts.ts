import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { findLeftDrafts } from '#client/features/notes/editor/note.drafts.ts'
import { authAtom } from '#client/session/session.ts'

/** What I wrote on this device and did not save, the last written first. */
export function useLeftDrafts() {
  const { userNo } = useAtomValue(authAtom)
  const { data = [] } = useQuery({
    queryKey: ['leftDrafts', userNo],
    queryFn: () => findLeftDrafts(userNo),
    // It costs no request, and each way out of the editor changes it.
    staleTime: 0,
    gcTime: 0,
  })
  return data
}

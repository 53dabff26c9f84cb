import { useAtomValue } from 'jotai'
import { useHubMembers } from '#client/features/discussion/hubMembers.live.ts'
import { authAtom } from '#client/session/session.ts'
import type { ParticipantView } from '#protocol/hubs.ts'

/** Who is in a hub beside oneself; undefined until that is known. */
export function useOthers(hubNo: number): ParticipantView[] | undefined {
  const { userNo } = useAtomValue(authAtom)
  return useHubMembers(hubNo).data?.participants.filter(person => person.userNo !== userNo)
}

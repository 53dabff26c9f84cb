import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Thread, withEmpathy } from '#client/features/comments/comments.cache.ts'
import { patchThread, threadKey } from '#client/features/comments/comments.queries.ts'
import { useHubMembers } from '#client/features/discussion/hubMembers.live.ts'
import { namesOf } from './empathies.names.ts'
import { type EmpathyPlace, useEmpathizing } from './useEmpathizing.ts'

const NOBODY: readonly number[] = []

/** Who empathizes, as the thread on the screen knows it, oneself as one has just pressed. */
export function useEmpathy({ place, commentNo }: EmpathyPlace) {
  const cache = useQueryClient()
  const { data: told = NOBODY } = useQuery<Thread, Error, readonly number[]>({
    queryKey: threadKey(place),
    // The thread itself asks, and hears what changes.
    enabled: false,
    select: thread => thread.empathies?.find(empathy => empathy.commentNo === commentNo)?.userNos ?? NOBODY,
  })
  const { data: hub } = useHubMembers(place.hubNo)
  const empathizing = useEmpathizing({
    place,
    commentNo,
    told,
    onAnswer: ({ version, empathy }) =>
      patchThread(cache, place, thread => (thread.version < version ? withEmpathy(thread, empathy) : thread)),
  })
  return {
    ...empathizing,
    names: namesOf(empathizing.userNos, hub?.participants),
  }
}

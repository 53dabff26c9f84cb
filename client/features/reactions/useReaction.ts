import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Thread, withReaction } from '#client/features/comments/comments.cache.ts'
import { patchThread, threadKey } from '#client/features/comments/comments.queries.ts'
import { useHubMembers } from '#client/features/discussion/hubMembers.live.ts'
import { namesOf } from './reactions.names.ts'
import { type ReactionPlace, useSetReaction } from './useSetReaction.ts'

const NOBODY: readonly number[] = []

/** Who empathizes, as the thread on the screen knows it, oneself as one has just pressed. */
export function useReaction({ place, commentNo }: ReactionPlace) {
  const cache = useQueryClient()
  const { data: told = NOBODY } = useQuery<Thread, Error, readonly number[]>({
    queryKey: threadKey(place),
    // The thread itself asks, and hears what changes.
    enabled: false,
    select: thread => thread.empathies?.find(reaction => reaction.commentNo === commentNo)?.userNos ?? NOBODY,
  })
  const { data: hub } = useHubMembers(place.hubNo)
  const reacting = useSetReaction({
    place,
    commentNo,
    told,
    onAnswer: ({ version, empathy: reaction }) =>
      patchThread(cache, place, thread =>
        thread.version < version ? withReaction(thread, reaction) : thread,
      ),
  })
  return {
    ...reacting,
    names: namesOf(reacting.userNos, hub?.participants),
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Thread, withReaction } from '#client/features/comments/comments.cache.ts'
import { patchThread, threadKey } from '#client/features/comments/comments.queries.ts'
import { useHubMembers } from '#client/features/discussion/hubMembers.live.ts'
import { ReactionToggle } from './ReactionToggle.tsx'
import { reactionNames } from './reactions.names.ts'
import { type ReactionPlace, useSetReaction } from './useSetReaction.ts'

interface ReactionButtonProps extends ReactionPlace {
  /** Id of the text that the reaction is about. */
  describedBy?: string
}

/** Reaction button of a note or a comment in a thread. */
export function ReactionButton({ describedBy, ...place }: ReactionButtonProps) {
  const { userNos, names, isMine, toggle, error } = useReaction(place)
  return (
    <ReactionToggle
      count={userNos.length}
      names={names}
      isMine={isMine}
      onToggle={toggle}
      describedBy={describedBy}
      error={error}
    />
  )
}

const NO_USERS: readonly number[] = []

/** Reactions from the cached thread, including the user's own pending change. */
function useReaction({ place, commentNo }: ReactionPlace) {
  const cache = useQueryClient()
  const { data: knownNos = NO_USERS } = useQuery<Thread, Error, readonly number[]>({
    queryKey: threadKey(place),
    // `useThread` fetches it and applies events.
    enabled: false,
    select: thread =>
      thread.empathies?.find(reaction => reaction.commentNo === commentNo)?.userNos ?? NO_USERS,
  })
  const { data: hub } = useHubMembers(place.hubNo)
  const reacting = useSetReaction({
    place,
    commentNo,
    knownNos,
    onResponse: ({ version, empathy: reaction }) =>
      patchThread(cache, place, thread =>
        thread.version < version ? withReaction(thread, reaction) : thread,
      ),
  })
  return {
    ...reacting,
    names: reactionNames(reacting.userNos, hub?.participants),
  }
}

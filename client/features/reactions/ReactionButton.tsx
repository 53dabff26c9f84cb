import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { type Thread, withReaction } from '#client/features/comments/comments.cache.ts'
import { patchThread, type ThreadPlace, threadKey } from '#client/features/comments/comments.queries.ts'
import { useHubMembers } from '#client/features/discussion/hubMembers.live.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { authAtom } from '#client/session/session.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { ReplyOf } from '#protocol/call.ts'
import { NOTE_ITSELF, setReaction } from '#protocol/reactions.ts'
import { ReactionToggle, reactionNames } from './ReactionToggle.tsx'

interface ReactionButtonProps extends ReactionPlace {
  /** Id of the text that the reaction is about. */
  describedBy?: string
}

/** Reaction button of a note or a comment in a thread. */
export function ReactionButton({ describedBy, ...place }: ReactionButtonProps) {
  const { userNos, names, isMine, toggle } = useReaction(place)
  return (
    <ReactionToggle
      count={userNos.length}
      names={names}
      isMine={isMine}
      onToggle={toggle}
      describedBy={describedBy}
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

interface ReactionPlace {
  place: ThreadPlace
  /** NOTE_ITSELF for the note. */
  commentNo: number
}

interface SetReaction extends ReactionPlace {
  /** Users who reacted, from the cache. */
  knownNos: readonly number[]
  onResponse: (response: ReplyOf<typeof setReaction>) => void
}

/** Reactions including the user's own pending change, and the toggle. A toast reports its failure. */
export function useSetReaction({ place, commentNo, knownNos, onResponse }: SetReaction) {
  const { userNo: myNo } = useAtomValue(authAtom)
  const showToast = useSetAtom(showToastAtom)
  const setting = useMutation({
    mutationFn: (isOn: boolean) =>
      callApi(setReaction, { ...place, ...(commentNo !== NOTE_ITSELF && { commentNo }), isOn }),
    // A press before the response is sent after it.
    scope: { id: `empathy ${place.hubNo} ${place.noteNo} ${commentNo}` },
    onSuccess: onResponse,
    onError: error => showToast({ text: failureText(error) }),
  })
  const others = knownNos.filter(userNo => userNo !== myNo)
  const isMine = setting.isPending ? setting.variables : knownNos.includes(myNo)
  return {
    userNos: isMine === knownNos.includes(myNo) ? knownNos : isMine ? [...others, myNo] : others,
    isMine,
    toggle: () => setting.mutate(!isMine),
  }
}

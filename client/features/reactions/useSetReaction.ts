import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Place } from '#client/features/comments/comments.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { authAtom } from '#client/session/session.ts'
import type { ReplyOf } from '#protocol/call.ts'
import { NOTE_ITSELF, setReaction } from '#protocol/reactions.ts'

export interface ReactionPlace {
  place: Place
  /** NOTE_ITSELF for the note. */
  commentNo: number
}

interface SetReaction extends ReactionPlace {
  /** Users who reacted, from the cache. */
  knownNos: readonly number[]
  onResponse: (response: ReplyOf<typeof setReaction>) => void
}

/** Reactions including the user's own pending change, and the toggle. */
export function useSetReaction({ place, commentNo, knownNos, onResponse }: SetReaction) {
  const { userNo: myNo } = useAtomValue(authAtom)
  const setting = useMutation({
    mutationFn: (isOn: boolean) =>
      callApi(setReaction, { ...place, ...(commentNo !== NOTE_ITSELF && { commentNo }), isOn }),
    // A press before the response is sent after it.
    scope: { id: `empathy ${place.hubNo} ${place.noteNo} ${commentNo}` },
    onSuccess: onResponse,
  })
  const others = knownNos.filter(userNo => userNo !== myNo)
  const isMine = setting.isPending ? setting.variables : knownNos.includes(myNo)
  return {
    userNos: isMine === knownNos.includes(myNo) ? knownNos : isMine ? [...others, myNo] : others,
    isMine,
    toggle: () => setting.mutate(!isMine),
    error: setting.error,
  }
}

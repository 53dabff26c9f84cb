import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Place } from '#client/features/comments/comments.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { authAtom } from '#client/session/session.ts'
import type { ReplyOf } from '#protocol/call.ts'
import { NOTE_ITSELF, setReaction } from '#protocol/reactions.ts'

export interface ReactionPlace {
  place: Place
  /** NOTE_ITSELF: the note. */
  commentNo: number
}

interface SetReaction extends ReactionPlace {
  /** Who empathizes, as far as the screen was told. */
  told: readonly number[]
  onAnswer: (answer: ReplyOf<typeof setReaction>) => void
}

/** Who empathizes, oneself as one has just pressed, and how to change that. */
export function useSetReaction({ place, commentNo, told, onAnswer }: SetReaction) {
  const { userNo: myNo } = useAtomValue(authAtom)
  const setting = useMutation({
    mutationFn: (isOn: boolean) =>
      callApi(setReaction, { ...place, ...(commentNo !== NOTE_ITSELF && { commentNo }), isOn }),
    // Pressed again before the answer, it is sent once that has come.
    scope: { id: `empathy ${place.hubNo} ${place.noteNo} ${commentNo}` },
    onSuccess: onAnswer,
  })
  const others = told.filter(userNo => userNo !== myNo)
  const isMine = setting.isPending ? setting.variables : told.includes(myNo)
  return {
    userNos: isMine === told.includes(myNo) ? told : isMine ? [...others, myNo] : others,
    isMine,
    toggle: () => setting.mutate(!isMine),
    error: setting.error,
  }
}

import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Place } from '#client/features/comments/comments.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { authAtom } from '#client/session/session.ts'
import type { ReplyOf } from '#protocol/call.ts'
import { empathize, NOTE_ITSELF } from '#protocol/empathies.ts'

export interface EmpathyPlace {
  place: Place
  /** NOTE_ITSELF: the note. */
  commentNo: number
}

interface Empathizing extends EmpathyPlace {
  /** Who empathizes, as far as the screen was told. */
  told: readonly number[]
  onAnswer: (answer: ReplyOf<typeof empathize>) => void
}

/** Who empathizes, oneself as one has just pressed, and how to change that. */
export function useEmpathizing({ place, commentNo, told, onAnswer }: Empathizing) {
  const { userNo: myNo } = useAtomValue(authAtom)
  const setting = useMutation({
    mutationFn: (isOn: boolean) =>
      callApi(empathize, { ...place, ...(commentNo !== NOTE_ITSELF && { commentNo }), isOn }),
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

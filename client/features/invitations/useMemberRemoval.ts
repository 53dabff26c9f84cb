import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { ParticipantView } from '#protocol/hubs.ts'
import { useRemoveMember } from './invitations.queries.ts'

interface Asked {
  hubNo: number
  /** In joining order. */
  members: readonly ParticipantView[]
  myNo: number
}

/** The question, asked about one member of a room, whether to take them out. Its outcome is told by the room's event. */
export function useMemberRemoval({ hubNo, members, myNo }: Asked) {
  const [askedNo, setAskedNo] = useState<number | null>(null)
  const removal = useRemoveMember(hubNo)
  const showToast = useSetAtom(showToastAtom)
  return {
    askedNo,
    isBusy: removal.isPending,
    /** Who was there before oneself stays, however they came. */
    canRemove: ({ userNo, removableUntil }: ParticipantView) =>
      removableUntil !== undefined &&
      Date.now() < Date.parse(removableUntil) &&
      members.findIndex(member => member.userNo === myNo) <
        members.findIndex(member => member.userNo === userNo),
    /** Asks about somebody, or no longer. */
    ask: (userNo: number) => setAskedNo(asked => (asked === userNo ? null : userNo)),
    cancel: () => setAskedNo(null),
    removeMember(userNo: number) {
      removal.mutate(userNo, {
        onSuccess: reply => reply.success || showToast({ text: reply.message }),
        // Where somebody else took them out in the same moment, the room's event tells.
        onError: error => isNotFound(error) || showToast({ text: failureText(error) }),
        onSettled: () => setAskedNo(null),
      })
    },
  }
}

export type MemberRemoval = ReturnType<typeof useMemberRemoval>

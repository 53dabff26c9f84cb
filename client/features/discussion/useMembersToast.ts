import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'

const sentences = { cameByLink: 'invitations.cameByLink', expelled: 'invitations.memberRemoved' } as const

/** Says in the room who came by a link, and who of them was taken out. */
export function useMembersToast(hubNo: number, myNo: number): void {
  const showToast = useSetAtom(showToastAtom)
  useEffect(
    () =>
      onEvent('members:changed', ({ hubNo: changedNo, news }) => {
        if (changedNo !== hubNo || news === undefined || news.userNo === myNo) return
        showToast({ text: t(sentences[news.kind], { name: news.userName }) })
      }),
    [hubNo, myNo, showToast],
  )
}

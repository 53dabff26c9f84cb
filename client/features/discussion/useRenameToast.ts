import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'

/** Says in the room who has named it. */
export function useRenameToast(hubNo: number, myNo: number): void {
  const showToast = useSetAtom(showToastAtom)
  useEffect(
    () =>
      onEvent('hub:named', ({ hubNo: namedNo, name: room, userNo, userName: name }) => {
        if (namedNo !== hubNo || userNo === myNo) return
        showToast({ text: room === '' ? t('hubs.unnamedBy', { name }) : t('hubs.namedBy', { name, room }) })
      }),
    [hubNo, myNo, showToast],
  )
}

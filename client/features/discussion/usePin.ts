import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { InputOf } from '#protocol/call.ts'
import { pinInRoom } from '#protocol/discussion.ts'

/** Pins a note in place of the pinned one, or unpins it. The `note:pinned` event updates every tab. */
export function usePin(): (change: InputOf<typeof pinInRoom>, onDone?: () => void) => void {
  const showToast = useSetAtom(showToastAtom)
  const { mutate } = useMutation({
    mutationFn: (change: InputOf<typeof pinInRoom>) => callApi(pinInRoom, change),
    onError: error => showToast({ text: `${t('discussion.pinFailed')} ${failureText(error)}` }),
  })
  return (change, onDone) => mutate(change, { onSuccess: onDone })
}

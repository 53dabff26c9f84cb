import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { pinInRoom, type SharedNoteView } from '#protocol/discussion.ts'

export interface Pinning {
  pinned: SharedNoteView | null
  /** Pins a note in place of another one, or takes it down. */
  pin: (noteNo: number, isPinned: boolean) => void
}

/** Which note is pinned in a hub, and how to change that: the hub's event then shows it, here as everywhere. */
export function usePinning(hubNo: number, pinned: SharedNoteView | null): Pinning {
  const showToast = useSetAtom(showToastAtom)
  const { mutate } = useMutation({
    mutationFn: (change: { noteNo: number; isPinned: boolean }) => callApi(pinInRoom, { hubNo, ...change }),
    onError: error => showToast({ text: `${t('discussion.pinFailed')} ${failureText(error)}` }),
  })
  return { pinned, pin: (noteNo, isPinned) => mutate({ noteNo, isPinned }) }
}

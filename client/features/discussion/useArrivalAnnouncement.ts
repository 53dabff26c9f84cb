import { useCallback } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { useDebounced } from '#client/platform/browser/useDebounced.ts'
import { t } from '#client/platform/language/language.ts'

export interface Arrival {
  author: string
  articleTitle: string
}

/** What a screen reader is told of notes that others have just shared; empty at first. */
export function useArrivalAnnouncement(hubNo: number, myNo: number): string {
  const listen = useCallback(
    (tell: (arrival: Arrival) => void) =>
      onEvent('note:shared', ({ hubNo: sharedIn, note }) => {
        if (sharedIn === hubNo && note.authorNo !== myNo) tell(note)
      }),
    [hubNo, myNo],
  )
  return arrivalText(useDebounced(listen))
}

export function arrivalText(arrivals: readonly Arrival[]): string {
  const [first] = arrivals
  if (first === undefined) return ''
  if (arrivals.length > 1) return t('discussion.arrivedMany', { count: arrivals.length })
  return t('discussion.arrived', { name: first.author, title: first.articleTitle })
}

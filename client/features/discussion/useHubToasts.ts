import { useSetAtom } from 'jotai'
import { useCallback, useEffect, useRef } from 'react'
import { combineCleanups, onEvent } from '#client/live/eventBus.ts'
import { useBatched } from '#client/platform/browser/useTimers.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { SharedNoteItem } from '#protocol/discussion.ts'

/**
 * Tells why a note of another member disappears. An author who leaves is reported once; a removed author was
 * reported already.
 */
export function useWithdrawalToast(hubNo: number, notes: readonly SharedNoteItem[]): void {
  const showToast = useSetAtom(showToastAtom)
  const shown = useRef(notes)

  // The event itself removes the note, so keep the rendered list.
  useEffect(() => {
    shown.current = notes
  }, [notes])

  useEffect(() => {
    const departedNos = new Set<number>()
    return combineCleanups([
      onEvent('members:changed', ({ hubNo: eventHubNo, news }) => {
        if (eventHubNo === hubNo && news?.kind === 'expelled') departedNos.add(news.userNo)
      }),
      onEvent('note:withdrawn', ({ hubNo: eventHubNo, noteNo, reason }) => {
        const note = shown.current.find(candidate => candidate.noteNo === noteNo)
        if (eventHubNo !== hubNo || note === undefined || note.isAuthor || departedNos.has(note.authorNo))
          return
        if (reason === 'left') departedNos.add(note.authorNo)
        showToast({ text: withdrawalText(reason, note) })
      }),
      onEvent(
        'note:shared',
        ({ hubNo: eventHubNo, note }) => eventHubNo === hubNo && departedNos.delete(note.authorNo),
      ),
    ])
  }, [hubNo, showToast])
}

function withdrawalText(
  reason: 'cancelled' | 'deleted' | 'left',
  { author: name, articleTitle: title }: SharedNoteItem,
) {
  if (reason === 'left') return t('discussion.authorLeft', { name })
  return t(reason === 'deleted' ? 'discussion.noteDeleted' : 'discussion.noteWithdrawn', { name, title })
}

const messageKeys = { cameByLink: 'invitations.cameByLink', expelled: 'invitations.memberRemoved' } as const

/** Tells who joined by an invitation link, and who was removed. */
export function useMemberToast(hubNo: number, myNo: number): void {
  const showToast = useSetAtom(showToastAtom)
  useEffect(
    () =>
      onEvent('members:changed', ({ hubNo: eventHubNo, news }) => {
        if (eventHubNo !== hubNo || news === undefined || news.userNo === myNo) return
        showToast({ text: t(messageKeys[news.kind], { name: news.userName }) })
      }),
    [hubNo, myNo, showToast],
  )
}

/** Tells who renamed the room. */
export function useRenameToast(hubNo: number, myNo: number): void {
  const showToast = useSetAtom(showToastAtom)
  useEffect(
    () =>
      onEvent('hub:named', ({ hubNo: eventHubNo, name: room, userNo, userName: name }) => {
        if (eventHubNo !== hubNo || userNo === myNo) return
        showToast({ text: room === '' ? t('hubs.unnamedBy', { name }) : t('hubs.namedBy', { name, room }) })
      }),
    [hubNo, myNo, showToast],
  )
}

export interface Arrival {
  author: string
  articleTitle: string
}

/** Screen reader text about notes that others have just shared; empty at first. */
export function useArrivalAnnouncement(hubNo: number, myNo: number): string {
  const subscribe = useCallback(
    (add: (arrival: Arrival) => void) =>
      onEvent('note:shared', ({ hubNo: eventHubNo, note }) => {
        if (eventHubNo === hubNo && note.authorNo !== myNo) add(note)
      }),
    [hubNo, myNo],
  )
  return arrivalText(useBatched(subscribe))
}

export function arrivalText(arrivals: readonly Arrival[]): string {
  const [first] = arrivals
  if (first === undefined) return ''
  if (arrivals.length > 1) return t('discussion.arrivedMany', { count: arrivals.length })
  return t('discussion.arrived', { name: first.author, title: first.articleTitle })
}

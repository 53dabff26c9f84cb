import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { asOne, onEvent } from '#client/live/eventBus.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { SharedNoteItem } from '#protocol/discussion.ts'

/**
 * Says why a note of somebody else's leaves the page on the screen. An author who leaves the hub is told of once; one who is expelled
 * is told of already.
 */
export function useWithdrawalToast(hubNo: number, notes: readonly SharedNoteItem[]): void {
  const showToast = useSetAtom(showToastAtom)
  const shown = useRef(notes)

  // As it was drawn: the event itself takes the note away.
  useEffect(() => {
    shown.current = notes
  }, [notes])

  useEffect(() => {
    const leavers = new Set<number>()
    return asOne([
      onEvent('members:changed', ({ hubNo: changedIn, news }) => {
        if (changedIn === hubNo && news?.kind === 'expelled') leavers.add(news.userNo)
      }),
      onEvent('note:withdrawn', ({ hubNo: leftIn, noteNo, reason }) => {
        const note = shown.current.find(candidate => candidate.noteNo === noteNo)
        if (leftIn !== hubNo || note === undefined || note.isAuthor || leavers.has(note.authorNo)) return
        if (reason === 'left') leavers.add(note.authorNo)
        showToast({ text: sentenceOf(reason, note) })
      }),
      onEvent(
        'note:shared',
        ({ hubNo: sharedIn, note }) => sharedIn === hubNo && leavers.delete(note.authorNo),
      ),
    ])
  }, [hubNo, showToast])
}

function sentenceOf(
  reason: 'cancelled' | 'deleted' | 'left',
  { author: name, articleTitle: title }: SharedNoteItem,
) {
  if (reason === 'left') return t('discussion.authorLeft', { name })
  return t(reason === 'deleted' ? 'discussion.noteDeleted' : 'discussion.noteWithdrawn', { name, title })
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { topicKeys } from '#client/features/topics/topics.queries.ts'
import { onEvent } from '#client/live/eventBus.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { createListNews } from './list.news.ts'

/** Rows that may slip from under a press: of the lists that bear `data-live-rows`, in the window that is used. */
const HELD = '[data-live-rows]:is(:hover, :focus-within)'
/** A finger leaves its hover behind where it last was. */
const HELD_BY_FOCUS = '[data-live-rows]:focus-within'

function isHeld(): boolean {
  const canHover = matchMedia('(hover: hover)').matches
  return document.hasFocus() && document.querySelector(canHover ? HELD : HELD_BY_FOCUS) !== null
}

/** Fetches the lists on the screen again when a note of mine comes, changes or goes on another device. */
export function useLiveLists(): void {
  const cache = useQueryClient()
  useEffect(() => {
    const news = createListNews({
      isHeld,
      refetch() {
        for (const lists of [noteKeys.pages, topicKeys.all]) refetchQueries(cache, lists)
        // It costs more: found anew when it is looked at again.
        void cache.invalidateQueries({ queryKey: noteKeys.foundAll, refetchType: 'none' })
      },
    })
    const listening = new AbortController()
    for (const name of ['pointerout', 'focusout']) document.addEventListener(name, news.look, listening)
    window.addEventListener('blur', news.look, listening)
    const stops = [onEvent('note:saved', news.tell), onEvent('note:deleted', news.tell)]
    return () => {
      news.stop()
      listening.abort()
      for (const stop of stops) stop()
    }
  }, [cache])
}

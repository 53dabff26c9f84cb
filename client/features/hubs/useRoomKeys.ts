import { type RefObject, useEffect } from 'react'
import { isShortcut, type Shortcut } from '#client/features/notes/editor/commands/note.commands.ts'
import { isTypedIn } from '#client/platform/browser/typedIn.ts'
import { nextRoom, previousRoom } from './roomKeys.ts'

/** From the room that is open to its neighbours in the list beside it, wherever the focus is, but where one types or is asked. */
export function useRoomKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function lead(event: KeyboardEvent) {
      const step = stepOf(event)
      if (step === 0 || event.defaultPrevented || isTypedIn(event.target)) return
      if (document.querySelector('dialog:modal') !== null) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]:not([inert])') ?? [])]
      const at = rows.findIndex(row => row.ariaCurrent === 'page')
      event.preventDefault()
      rows[at + step]?.click()
    }
    document.addEventListener('keydown', lead)
    return () => document.removeEventListener('keydown', lead)
  }, [list])
}

function stepOf(event: KeyboardEvent): -1 | 0 | 1 {
  const is = (shortcut: Shortcut) => isShortcut(shortcut, event)
  if (is(nextRoom)) return 1
  return is(previousRoom) ? -1 : 0
}

import type { RefObject } from 'react'
import { useShortcut } from '#client/platform/browser/useShortcut.ts'
import { nextRoom, previousRoom } from './roomKeys.ts'

/** From the room that is open to its neighbours in the list beside it. */
export function useRoomKeys(list: RefObject<HTMLElement | null>): void {
  function lead(step: 1 | -1) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]:not([inert])') ?? [])]
    const at = rows.findIndex(row => row.ariaCurrent === 'page')
    rows[at + step]?.click()
  }
  useShortcut(nextRoom, () => lead(1))
  useShortcut(previousRoom, () => lead(-1))
}

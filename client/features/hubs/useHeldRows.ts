import { useState } from 'react'
import type { HubView } from '#protocol/hubs.ts'
import { inHeldOrder } from './hubs.cache.ts'

/**
 * Keeps the order of rows while the pointer or the focus is among them: what newly comes to the top must not slip under
 * a press that is meant for another row. Spread `holdProps` on the list.
 */
export function useHeldOrder(hubs: HubView[]) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [held, setHeld] = useState<number[] | null>(null)
  const holds = pointed || focused
  if (holds && held === null) setHeld(hubs.map(({ hubNo }) => hubNo))
  if (!holds && held !== null) setHeld(null)

  return {
    hubs: held === null ? hubs : inHeldOrder(hubs, held),
    holdProps: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}

import { useAtomValue } from 'jotai'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { asOne, onEvent } from '#client/live/eventBus.ts'
import { hasLeft } from '#client/live/unread.numbers.ts'
import { unreadNumbersAtom } from '#client/live/unread.ts'
import { authAtom } from '#client/session/session.ts'
import type { HubView } from '#protocol/hubs.ts'
import { heldRows, withKept, withMembers } from './hubs.cache.ts'

/**
 * Keeps each row in its place while the pointer or the focus is among them: neither what comes to the top nor a row that
 * goes may slip another one under a press. Key what shows them by the page, and spread `listProps` on the list.
 */
export function useStableRows<List extends HTMLElement = HTMLUListElement>(hubs: HubView[]) {
  const { userNo } = useAtomValue(authAtom)
  const numbers = useAtomValue(unreadNumbersAtom)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [held, setHeld] = useState<HubView[] | null>(null)
  /** The order that one's own act is about to change: the rows follow the first answer that has another one. */
  const [leaving, setLeaving] = useState<string | null>(null)
  const latest = useRef(hubs)
  latest.current = hubs
  const list = useRef<List>(null)
  const holds = pointed || focused
  if (holds && held === null) setHeld(hubs)
  if (!holds && held !== null) setHeld(null)
  if (leaving !== null && orderOf(hubs) !== leaving) {
    setLeaving(null)
    if (holds) setHeld(hubs)
  }

  // Who is in a room that has moved to another page, and how one keeps it, is still said by its row here.
  useEffect(() => {
    const change = (to: (page: { hubs: HubView[] }) => { hubs: HubView[] }) =>
      setHeld(rows => rows && to({ hubs: rows }).hubs)
    return asOne([
      onEvent('members:changed', members => change(page => withMembers(page, members, userNo))),
      onEvent('hub:kept', kept => change(page => withKept(page, kept))),
    ])
  }, [userNo])
  useEffect(() => {
    // A row that only keeps its place has nothing more to be pressed.
    if (focused && document.activeElement?.closest('[inert]')) list.current?.focus({ preventScroll: true })
  })

  const rows = held === null ? hubs : heldRows(held, hubs)
  return {
    rows: rows.map(hub => ({ hub, isGone: !hubs.includes(hub) && hasLeft(numbers, hub.hubNo) })),
    /** For a room that was left from here: its row may go at once. */
    letGo(hubNo: number) {
      setHeld(all => all?.filter(hub => hub.hubNo !== hubNo) ?? null)
    },
    /** For an act of one's own that is to move a row: they take the places of the next answer. */
    letMove: () => setLeaving(orderOf(latest.current)),
    listProps: {
      ref: list,
      tabIndex: -1,
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target, currentTarget }: FocusEvent) => setFocused(target !== currentTarget),
      // Between two of its elements the focus is not away: the rows must not move before the second one has it.
      onBlur: ({ relatedTarget: next, currentTarget }: FocusEvent) =>
        setFocused(next !== currentTarget && currentTarget.contains(next)),
    },
  }
}

const orderOf = (hubs: readonly HubView[]) => hubs.map(({ hubNo }) => hubNo).join(' ')

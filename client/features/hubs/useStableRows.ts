import { useAtomValue } from 'jotai'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { combineCleanups, onEvent } from '#client/live/eventBus.ts'
import { hasLeft, unreadNumbersAtom } from '#client/live/unread.ts'
import { authAtom } from '#client/session/session.ts'
import type { HubView } from '#protocol/hubs.ts'
import { mergeStableRows, withMembers, withPreferences } from './hubs.cache.ts'

/**
 * Freezes the order of the rows while the pointer or the focus is among them, so that no row moves under a
 * press. Key the component by the page, and spread `listProps` on the list.
 */
export function useStableRows<List extends HTMLElement = HTMLUListElement>(hubs: HubView[]) {
  const { userNo } = useAtomValue(authAtom)
  const numbers = useAtomValue(unreadNumbersAtom)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [frozenRows, setFrozenRows] = useState<HubView[] | null>(null)
  /** The order before the user's own change; the rows follow the first response with another order. */
  const [previousOrder, setPreviousOrder] = useState<string | null>(null)
  const latestHubs = useRef(hubs)
  latestHubs.current = hubs
  const list = useRef<List>(null)
  const isInteracting = isHovered || isFocused
  if (isInteracting && frozenRows === null) setFrozenRows(hubs)
  if (!isInteracting && frozenRows !== null) setFrozenRows(null)
  if (previousOrder !== null && orderOf(hubs) !== previousOrder) {
    setPreviousOrder(null)
    if (isInteracting) setFrozenRows(hubs)
  }

  // Events still update frozen rows that have moved to another page.
  useEffect(() => {
    const change = (to: (page: { hubs: HubView[] }) => { hubs: HubView[] }) =>
      setFrozenRows(rows => rows && to({ hubs: rows }).hubs)
    return combineCleanups([
      onEvent('members:changed', members => change(page => withMembers(page, members, userNo))),
      onEvent('hub:kept', preferences => change(page => withPreferences(page, preferences))),
    ])
  }, [userNo])
  useEffect(() => {
    // A placeholder row cannot hold the focus.
    if (isFocused && document.activeElement?.closest('[inert]')) list.current?.focus({ preventScroll: true })
  })

  const rows = frozenRows === null ? hubs : mergeStableRows(frozenRows, hubs)
  return {
    rows: rows.map(hub => ({ hub, isGone: !hubs.includes(hub) && hasLeft(numbers, hub.hubNo) })),
    /** Removes the row of a room that the user has left here. */
    removeRow(hubNo: number) {
      setFrozenRows(all => all?.filter(hub => hub.hubNo !== hubNo) ?? null)
    },
    /** Call it before a change that moves a row: the rows take the order of the next response. */
    allowReorder: () => setPreviousOrder(orderOf(latestHubs.current)),
    listProps: {
      ref: list,
      tabIndex: -1,
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: ({ target, currentTarget }: FocusEvent) => setIsFocused(target !== currentTarget),
      // Moving the focus inside the list must not unfreeze the rows.
      onBlur: ({ relatedTarget: next, currentTarget }: FocusEvent) =>
        setIsFocused(next !== currentTarget && currentTarget.contains(next)),
    },
  }
}

const orderOf = (hubs: readonly HubView[]) => hubs.map(({ hubNo }) => hubNo).join(' ')

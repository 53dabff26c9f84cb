import { useState } from 'react'

interface Shown<Item> {
  pageNo: number
  items: readonly Item[]
  gone: readonly Item[]
}

/**
 * The items of a list, and the places of those that have left it: so what stands below does not jump under a pointer or
 * an eye. A place is given up once `isInSight` no longer holds it, and with the page.
 * @param items in the order of their `seq`.
 */
export function useRemovedItemPlaceholders<Item extends { seq: number }>(
  pageNo: number,
  items: readonly Item[],
  isInSight: (seq: number) => boolean,
): { item: Item; isGone: boolean }[] {
  const [shown, setShown] = useState<Shown<Item>>({ pageNo, items, gone: [] })
  const isHere = ({ seq }: Item) => items.some(item => item.seq === seq)
  const places =
    shown.pageNo === pageNo && items.length > 0
      ? [...shown.gone, ...shown.items].filter(item => !isHere(item) && isInSight(item.seq))
      : []
  if (shown.pageNo !== pageNo || !isSame(shown.items, items) || !isSame(shown.gone, places))
    setShown({ pageNo, items, gone: places })
  return [
    ...items.map(item => ({ item, isGone: false })),
    ...places.map(item => ({ item, isGone: true })),
  ].sort((a, b) => a.item.seq - b.item.seq)
}

function isSame(some: readonly { seq: number }[], others: readonly { seq: number }[]): boolean {
  return some.length === others.length && some.every(({ seq }, place) => seq === others[place]?.seq)
}

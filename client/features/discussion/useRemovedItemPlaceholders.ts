import { useState } from 'react'

interface Shown<Item> {
  pageNo: number
  items: readonly Item[]
  gone: readonly Item[]
}

/**
 * The items of a list and placeholders of removed ones, so that nothing moves under the pointer. A
 * placeholder disappears once it is out of view, and with the page.
 * @param items in the order of their `seq`.
 */
export function useRemovedItemPlaceholders<Item extends { seq: number }>(
  pageNo: number,
  items: readonly Item[],
  isVisible: (seq: number) => boolean,
): { item: Item; isGone: boolean }[] {
  const [shown, setShown] = useState<Shown<Item>>({ pageNo, items, gone: [] })
  const isPresent = ({ seq }: Item) => items.some(item => item.seq === seq)
  const placeholders =
    shown.pageNo === pageNo && items.length > 0
      ? [...shown.gone, ...shown.items].filter(item => !isPresent(item) && isVisible(item.seq))
      : []
  if (shown.pageNo !== pageNo || !isSame(shown.items, items) || !isSame(shown.gone, placeholders))
    setShown({ pageNo, items, gone: placeholders })
  return [
    ...items.map(item => ({ item, isGone: false })),
    ...placeholders.map(item => ({ item, isGone: true })),
  ].sort((a, b) => a.item.seq - b.item.seq)
}

function isSame(some: readonly { seq: number }[], others: readonly { seq: number }[]): boolean {
  return some.length === others.length && some.every(({ seq }, place) => seq === others[place]?.seq)
}

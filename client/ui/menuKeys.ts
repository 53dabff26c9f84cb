/**
 * Where a key leads from item `current` of a menu of `count`, both ends joined, as the ARIA Authoring Practices have it; undefined when it
 * leads nowhere. `current` is -1 while none has the focus.
 */
export function placeByKey(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count
    case 'ArrowUp':
      return (Math.max(current, 0) - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

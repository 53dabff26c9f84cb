/** For an LRUCache of so many: told it as `max`, it would take room for all of them before there is any. */
export function upTo(count: number) {
  return { maxSize: count, sizeCalculation: () => 1 }
}

/** What is asked for within a time is done together, once for each key. */
export type Gathering<Item, Result> = (
  key: number,
  item: Item,
  work: (items: readonly Item[]) => Promise<Result>,
) => Promise<Result>

/** @param forMs how long the first to ask waits for others, in milliseconds; its `work` is what is done for all of them. */
export function createGathering<Item, Result>(forMs: number): Gathering<Item, Result> {
  const open = new Map<number, { items: Item[]; result: Promise<Result> }>()
  return (key, item, work) => {
    const known = open.get(key)
    if (known) {
      known.items.push(item)
      return known.result
    }
    const items = [item]
    const result = new Promise(resolve => setTimeout(resolve, forMs)).then(() => {
      open.delete(key)
      return work(items)
    })
    open.set(key, { items, result })
    return result
  }
}

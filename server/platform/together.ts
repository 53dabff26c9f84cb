interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Whoever asks for a key while `work` is under way for it shares the next run with all others who do, so nobody is given what was
 * begun before they asked. `work` is given what each of them brings; `share` makes of what it finds what each is given, by
 * their place among them, from 0.
 */
export function createTogether<Found, Result, Item = void>(
  work: (key: number, items: readonly Item[]) => Promise<Found>,
  share: (found: Found, place: number, count: number) => Result,
): (key: number, item: Item) => Promise<Result> {
  const waiting = new Map<number, Waiting<Item, Result>[]>()

  async function serve(key: number): Promise<void> {
    for (let all = waiting.get(key); all?.length; all = waiting.get(key)) {
      const batch = all.splice(0)
      try {
        const found = await work(
          key,
          batch.map(({ item }) => item),
        )
        for (const [place, { resolve }] of batch.entries()) resolve(share(found, place, batch.length))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    waiting.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const others = waiting.get(key)
      if (others) return void others.push({ item, resolve, reject })
      waiting.set(key, [{ item, resolve, reject }])
      // Others who were woken by the same answer ask in the same moment.
      queueMicrotask(() => void serve(key))
    })
}

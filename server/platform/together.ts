interface Waiting<Result> {
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Does for all who ask for the same key, while it is being done for somebody before them, what it takes once: `work` is told how
 * many they are, and what it finds is given to each with their place among them, from 0. Nobody is given what was
 * begun before they asked.
 */
export function createTogether<Found, Result>(
  work: (key: number, count: number) => Promise<Found>,
  share: (found: Found, place: number, count: number) => Result,
): (key: number) => Promise<Result> {
  const waiting = new Map<number, Waiting<Result>[]>()

  async function serve(key: number): Promise<void> {
    for (let all = waiting.get(key); all?.length; all = waiting.get(key)) {
      const batch = all.splice(0)
      try {
        const found = await work(key, batch.length)
        for (const [place, { resolve }] of batch.entries()) resolve(share(found, place, batch.length))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    waiting.delete(key)
  }

  return key =>
    new Promise((resolve, reject) => {
      const others = waiting.get(key)
      if (others) return void others.push({ resolve, reject })
      waiting.set(key, [{ resolve, reject }])
      void serve(key)
    })
}

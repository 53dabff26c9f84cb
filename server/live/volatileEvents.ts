/** How many deliveries to sockets a node spends each second on what nobody saves: some tenth of its time. */
const DELIVERIES_A_SECOND = 20_000

/**
 * Tells what lasts for moments only: who looks, who is writing. Each word of it goes to a whole room, so a few people with
 * many tabs in many rooms could ask for more than a node can tell, though each says little. All of it shares one pace; the
 * smallest rooms come first, so that it is the large ones that wait. Of what waits under one key the latest is told.
 */
export interface VolatileEvents {
  /** @param audience how many sockets hear it, asked when it is its turn. */
  tell(key: string, audience: () => number, tellNow: () => void): void
}

export function createVolatileEvents(perSecond = DELIVERIES_A_SECOND): VolatileEvents {
  const waiting = new Map<string, { audience: () => number; tellNow: () => void }>()
  let pause: NodeJS.Timeout | null = null

  /** Tells one, and the next when the time that this one cost is over. */
  function tellNext(): void {
    pause = null
    let smallest: { key: string; size: number } | null = null
    for (const [key, { audience }] of waiting) {
      const size = audience()
      if (smallest === null || size < smallest.size) smallest = { key, size }
    }
    if (smallest === null) return
    const { key, size } = smallest
    const next = waiting.get(key)
    waiting.delete(key)
    pause = setTimeout(tellNext, (1_000 * size) / perSecond).unref()
    next?.tellNow()
  }

  return {
    tell(key, audience, tellNow) {
      waiting.set(key, { audience, tellNow })
      if (pause === null) tellNext()
    },
  }
}

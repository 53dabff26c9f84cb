/** Deliveries per second that a node spends on ephemeral events: about a tenth of its time. */
const DELIVERIES_PER_SECOND = 20_000

/**
 * Throttles ephemeral events (presence, typing), which are fanned out to whole rooms. The smallest room comes first, so
 * that large rooms wait. A newer event replaces a pending one with the same key.
 */
export interface VolatileEvents {
  /** @param audience counts the receiving sockets; evaluated when the event is next. */
  publish(key: string, audience: () => number, publishNow: () => void): void
}

export function createVolatileEvents(perSecond = DELIVERIES_PER_SECOND): VolatileEvents {
  const pending = new Map<string, { audience: () => number; publishNow: () => void }>()
  let timer: NodeJS.Timeout | null = null

  /** Publishes one event, and the next after a pause proportional to its audience. */
  function publishNext(): void {
    timer = null
    let smallest: { key: string; size: number } | null = null
    for (const [key, { audience }] of pending) {
      const size = audience()
      if (smallest === null || size < smallest.size) smallest = { key, size }
    }
    if (smallest === null) return
    const { key, size } = smallest
    const next = pending.get(key)
    pending.delete(key)
    timer = setTimeout(publishNext, (1_000 * size) / perSecond).unref()
    next?.publishNow()
  }

  return {
    publish(key, audience, publishNow) {
      pending.set(key, { audience, publishNow })
      if (timer === null) publishNext()
    },
  }
}

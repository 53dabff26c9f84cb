import PQueue from 'p-queue'

/** Does work for the same key one after the other, in the order in which it was asked for; for different keys at once. */
export type Turns = <Result>(
  key: string,
  /** `hasWaited`: somebody else had a turn before. */
  work: (hasWaited: boolean) => Promise<Result>,
) => Promise<Result>

/**
 * For writers who read a document, and write it if it is still the same: those of this node wait here, where they would
 * otherwise collide and begin again, the more of them the slower. Writers at other nodes still may, so it must be right without.
 */
export function createTurns(): Turns {
  const queues = new Map<string, PQueue>()
  return async function inTurn(key, work) {
    const others = queues.get(key)
    const queue = others ?? new PQueue({ concurrency: 1 })
    queues.set(key, queue)
    try {
      return await queue.add(() => work(others !== undefined))
    } finally {
      if (queue.size === 0 && queue.pending === 0) queues.delete(key)
    }
  }
}

import type { Logger } from 'pino'

/** Work for which no answer waits. */
export interface BackgroundTasks {
  /** `what` is logged, with why, when it fails. */
  run(what: string, work: () => Promise<unknown>): void
  /** Resolves when nothing is under way: before the lines to the database are closed. */
  settled(): Promise<void>
}

export function createBackgroundTasks(log: Logger): BackgroundTasks {
  const underWay = new Set<Promise<void>>()
  return {
    run(what, work) {
      const done: Promise<void> = work()
        .catch((error: unknown) => log.warn({ err: error }, `${what} failed`))
        .then(() => {
          underWay.delete(done)
        })
      underWay.add(done)
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

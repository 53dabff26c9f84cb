import type { Logger } from 'pino'

/** Work that no response waits for. */
export interface BackgroundTasks {
  /** @param name logged with the error if the work fails. */
  run(name: string, work: () => Promise<unknown>): void
  /** Resolves when no task is running. Awaited before the database connection closes. */
  onIdle(): Promise<void>
}

export function createBackgroundTasks(log: Logger): BackgroundTasks {
  const pending = new Set<Promise<void>>()
  return {
    run(name, work) {
      const done: Promise<void> = work()
        .catch((error: unknown) => log.warn({ err: error }, `${name} failed`))
        .then(() => {
          pending.delete(done)
        })
      pending.add(done)
    },
    async onIdle() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

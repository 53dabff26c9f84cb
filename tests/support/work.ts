const RETRY_AFTER_MS = 300
const RETRIES = 10

/** The pending requests and timers of a screen. */
export function createWork() {
  const underWay = new Set<Promise<unknown>>()
  let isStopped = false

  function follow(promise: Promise<unknown>): void {
    underWay.add(promise)
    void promise.finally(() => underWay.delete(promise))
  }

  return {
    /** A request of which only the last response counts. It is retried when it fails. */
    latest<ApiResponse>(question: () => Promise<ApiResponse>, take: (answer: ApiResponse) => void) {
      let last = 0
      async function run(request: number): Promise<void> {
        for (let attempt = 0; attempt <= RETRIES && request === last && !isStopped; attempt += 1) {
          const answer = await question().catch(() => null)
          if (request !== last || isStopped) return
          if (answer !== null) return take(answer)
          await after(RETRY_AFTER_MS)
        }
      }
      return {
        ask: () => follow(run(++last)),
        cancel() {
          last += 1
        },
      }
    },
    /** Schedules a job, once however often it is requested meanwhile. */
    once(milliseconds: number, job: () => void): () => void {
      let isWaiting = false
      return () => {
        if (isWaiting) return
        isWaiting = true
        follow(
          after(milliseconds).then(() => {
            isWaiting = false
            if (!isStopped) job()
          }),
        )
      }
    },
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
    stop() {
      isStopped = true
    },
  }
}

const after = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

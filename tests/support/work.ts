const RETRY_AFTER_MS = 300
const RETRIES = 10

/** What a screen has still to do: questions on their way and timers. */
export function createWork() {
  const underWay = new Set<Promise<unknown>>()
  let isStopped = false

  function follow(promise: Promise<unknown>): void {
    underWay.add(promise)
    void promise.finally(() => underWay.delete(promise))
  }

  return {
    /** A question whose last asking alone counts. It is asked again when it fails. */
    latest<Answer>(question: () => Promise<Answer>, take: (answer: Answer) => void) {
      let last = 0
      async function run(mine: number): Promise<void> {
        for (let tries = 0; tries <= RETRIES && mine === last && !isStopped; tries += 1) {
          const answer = await question().catch(() => null)
          if (mine !== last || isStopped) return
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
    /** What is done once after a while, however often it is wanted meanwhile. */
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

import { withTimeLimit } from './timeLimit.ts'

/** Its file may have to be fetched over a slow line, in milliseconds. */
const READY_WITHIN_MS = 20_000

/**
 * Starts a worker that posts `ready` first, and resolves then. Rejects if the browser refuses it, its file does not load, or it
 * never says so.
 */
export async function openWorker(start: () => Worker): Promise<Worker> {
  const worker = start()
  try {
    await withTimeLimit(
      () =>
        new Promise((resolve, reject) => {
          worker.onmessage = resolve
          worker.onerror = reject
        }),
      READY_WITHIN_MS,
    )
    return worker
  } catch (error) {
    worker.terminate()
    throw error
  }
}

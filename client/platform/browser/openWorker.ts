import { withTimeLimit } from './timers.ts'

/** In milliseconds; the file may have to be fetched over a slow connection. */
const READY_TIMEOUT_MS = 20_000

/** Starts a worker and resolves with its first message, `ready`. Rejects if the browser refuses it, or it fails to load in time. */
export async function openWorker(start: () => Worker): Promise<Worker> {
  const worker = start()
  try {
    await withTimeLimit(
      () =>
        new Promise((resolve, reject) => {
          worker.onmessage = resolve
          worker.onerror = reject
        }),
      READY_TIMEOUT_MS,
    )
    return worker
  } catch (error) {
    worker.terminate()
    throw error
  }
}

import { withTimeLimit } from './timeLimit.ts'
import { WORKER } from './worker.address.ts'

/** The worker's file may have to be fetched, in milliseconds. */
const REGISTERED_WITHIN_MS = 30_000

/** Null where the browser has no service workers or refuses them. */
export function workerContainer(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null
  } catch {
    return null
  }
}

/** Null where no worker is registered, or the browser does not say. Never rejects. */
export async function findRegistration(): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await withTimeLimit(() => workerContainer()?.getRegistration())) ?? null
  } catch {
    return null
  }
}

export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return withTimeLimit(() => {
    const container = workerContainer()
    if (container === null) throw new Error('no service workers')
    return container.register(WORKER)
  }, REGISTERED_WITHIN_MS)
}

/** Registers the worker if need be, and resolves once it runs. */
export async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await registerWorker()
  return withTimeLimit(() => workerContainer()?.ready ?? registration, REGISTERED_WITHIN_MS)
}

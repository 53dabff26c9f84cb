import { withTimeLimit } from './timers.ts'

/** The path of the service worker. */
export const WORKER = '/worker.js'

/** The page that the worker serves for every screen. */
export const SHELL = '/index.html'

/** The page posts this to a waiting worker, which then activates. */
export const TAKE_OVER = 'take over'

/** The worker posts this to a page when a notification was clicked: open this address. The page replies through the port it receives. */
export const OPEN = 'open'
export interface OpenRequest {
  kind: typeof OPEN
  path: string
}

export function isOpenRequest(message: unknown): message is OpenRequest {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === OPEN
}

/** In milliseconds; the browser may have to download the worker. */
const REGISTRATION_TIMEOUT_MS = 30_000

/** Null if the browser has no service workers or refuses them. */
export function workerContainer(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null
  } catch {
    return null
  }
}

/** Whether the worker served this page, which may then be older than the server's settings. */
export function isServedByWorker(): boolean {
  return Boolean(workerContainer()?.controller)
}

/** Null if no worker is registered or the browser does not respond. Never rejects. */
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
  }, REGISTRATION_TIMEOUT_MS)
}

/**
 * Lets a waiting worker take over, and calls `onActive` once it has. A page that no worker controls gets no `controllerchange`, nor does
 * one in which another tab was first.
 */
export function activateWorker(waiting: ServiceWorker, onActive: () => void): void {
  function checkState() {
    if (waiting.state === 'installed' || waiting.state === 'activating') return
    waiting.removeEventListener('statechange', checkState)
    onActive()
  }
  waiting.addEventListener('statechange', checkState)
  waiting.postMessage(TAKE_OVER)
  checkState()
}

/** Registers the worker if necessary, and resolves once it is active. */
export async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await registerWorker()
  return withTimeLimit(() => workerContainer()?.ready ?? registration, REGISTRATION_TIMEOUT_MS)
}

/** Reloads the page from the server. Unregisters the worker first, since it would serve the cached release. */
export async function reloadPage(): Promise<void> {
  const registration = await findRegistration()
  await withTimeLimit(() => registration?.unregister()).catch(() => undefined)
  location.reload()
}

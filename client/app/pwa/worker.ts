import type { RouteHandlerCallbackOptions } from 'workbox-core'
import { addPlugins, createHandlerBoundToURL, getCacheKeyForURL, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { withTimeLimit } from '#client/platform/browser/timeLimit.ts'
import { screenAddresses, screenOf } from '#protocol/screens.ts'
import { SHELL, TAKE_OVER } from '../../platform/browser/serviceWorker.messages.ts'
import { handlePushEvents, type PushWorker } from './worker.push.ts'

/**
 * The service worker: serves the screens from the cache, online and offline, and shows push notifications. It caches only the files of its
 * own release, no API responses and no pictures. Of the user it knows only their number (`pushOwner.ts`).
 */

/** The part of the global scope that is used here. The compiler options have the types of pages only. */
interface WorkerEvents {
  skipWaiting(): Promise<void>
  addEventListener(name: 'message', receive: (event: MessageEvent) => void): void
  addEventListener(name: 'install', receive: (event: InstallEvent) => void): void
}
interface InstallEvent {
  waitUntil(work: Promise<unknown>): void
  /** Not all browsers support it. */
  addRoutes?(rules: { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>
}
const worker = self as unknown as WorkerEvents

handlePushEvents(self as unknown as PushWorker)

/** Inserted by the build: the address of each file; for the page, whose name has no hash, also its revision. */
declare const BUILT_FILES: (string | { url: string; revision: string })[]

/** For these the browser does not start the worker. */
const NETWORK_ONLY = ['/api/*', '/pictures/*', '/socket.io/*']

/** A captive portal or a proxy may respond with its own page, which must not be cached in place of the file. */
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) => {
      const type = response.headers.get('Content-Type') ?? ''
      const isHtmlInstead = type.startsWith('text/html') && /\.(js|css)$/.test(new URL(request.url).pathname)
      return response.ok && !isHtmlInstead ? response : null
    },
  },
])

precache(BUILT_FILES.map(file => (typeof file === 'string' ? { url: file, revision: null } : file)))

/** How long the cache may take before the file is also requested from the network, in milliseconds. */
const CACHE_TIMEOUT_MS = 3_000
/** Whether the last read was late or failed. Then the next one does not wait for the cache. */
let isCacheFailing = false

/** Serves a file from the cache, or from the network if the cache fails or is late. */
async function cachedFile(url: string, params: RouteHandlerCallbackOptions): Promise<Response> {
  const { request } = params
  const cached = createHandlerBoundToURL(url)({ ...params })
  cached.then(
    () => {
      isCacheFailing = false
    },
    () => undefined,
  )
  try {
    if (!isCacheFailing) return await withTimeLimit(() => cached, CACHE_TIMEOUT_MS)
  } catch {
    isCacheFailing = true
  }
  return Promise.any([cached, fetch(request)])
}

registerRoute(
  ({ url }) => getCacheKeyForURL(url.href) !== undefined,
  params => cachedFile(params.url.href, params),
)

const pages: Record<string, unknown> = screenAddresses

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && screenOf(url.pathname, pages) !== undefined,
  params => cachedFile(SHELL, params),
)

worker.addEventListener('install', event => {
  const rules = NETWORK_ONLY.map(urlPattern => ({ condition: { urlPattern }, source: 'network' as const }))
  if (event.addRoutes) event.waitUntil(event.addRoutes(rules))
})

// A new release waits until all tabs are closed, or one of them requests the update.
worker.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void worker.skipWaiting()
})

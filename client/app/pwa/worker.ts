import type { RouteHandlerCallbackOptions } from 'workbox-core'
import { addPlugins, createHandlerBoundToURL, getCacheKeyForURL, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { withTimeLimit } from '#client/platform/browser/timeLimit.ts'
import { screenAddresses, screenOf } from '#protocol/screens.ts'
import { SHELL, TAKE_OVER } from './worker.messages.ts'
import { followPushes, type PushWorker } from './worker.push.ts'

/**
 * The service worker: opens the product's screens from the device, without a line and at once with one, and shows what a push tells. It
 * knows the files of its own release and nothing else: no answer of the API, no picture, of people one number (`pushOwner.ts`).
 */

/** As much of it as is used here: the compiler knows pages only. */
interface WorkerEvents {
  skipWaiting(): Promise<void>
  addEventListener(name: 'message', receive: (event: MessageEvent) => void): void
  addEventListener(name: 'install', receive: (event: InstallEvent) => void): void
}
interface InstallEvent {
  waitUntil(work: Promise<unknown>): void
  /** Not every browser has it. */
  addRoutes?(rules: { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>
}
const worker = self as unknown as WorkerEvents

followPushes(self as unknown as PushWorker)

/** Written by the build: each file's address; of the page, whose name stays, also what it holds. */
declare const BUILT_FILES: (string | { url: string; revision: string })[]

/** For these the browser does not even wake the worker. */
const NOT_OURS = ['/api/*', '/pictures/*', '/socket.io/*']

/** A captive portal or a proxy may answer with a page of its own, which would then be kept in place of the file. */
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) => {
      const type = response.headers.get('Content-Type') ?? ''
      const isPageInstead = type.startsWith('text/html') && /\.(js|css)$/.test(new URL(request.url).pathname)
      return response.ok && !isPageInstead ? response : null
    },
  },
])

precache(BUILT_FILES.map(file => (typeof file === 'string' ? { url: file, revision: null } : file)))

/** How long the device's cache may take, in milliseconds, before the network is asked as well. */
const CACHE_ANSWERS_WITHIN_MS = 3_000
/** Its last answer was late or an error: then nobody waits for the next one. */
let isCacheFailing = false

/** A file of this release from the device's cache; from the network, too, if the cache throws or is late. */
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
    if (!isCacheFailing) return await withTimeLimit(() => cached, CACHE_ANSWERS_WITHIN_MS)
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
  const rules = NOT_OURS.map(urlPattern => ({ condition: { urlPattern }, source: 'network' as const }))
  if (event.addRoutes) event.waitUntil(event.addRoutes(rules))
})

// A release that is newer than the open tabs waits until they are closed, or one of them asks for it.
worker.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void worker.skipWaiting()
})

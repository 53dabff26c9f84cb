import type { RouteHandlerCallbackOptions } from 'workbox-core'
import { addPlugins, createHandlerBoundToURL, getCacheKeyForURL, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { pushOwnerNo } from '#client/platform/browser/pushOwner.ts'
import { OPEN, type OpenRequest, SHELL, TAKE_OVER } from '#client/platform/browser/serviceWorker.ts'
import { withTimeLimit } from '#client/platform/browser/timers.ts'
import { parseUrl } from '#client/platform/browser/url.ts'
import type { PushMessage } from '#protocol/push.ts'
import { screenAddresses, screenOf } from '#protocol/screens.ts'

/**
 * The service worker: serves the screens from the cache, online and offline, and shows push notifications. It caches only the files of its
 * own release, no API responses and no pictures. Of the user it knows only their number (`pushOwner.ts`).
 */

/** The part of the global scope that is used here. The compiler options have the types of pages only. */
interface WorkerScope {
  registration: { showNotification(title: string, options: object): Promise<void> }
  location: { origin: string }
  clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<Page[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(name: 'message', receive: (event: MessageEvent) => void): void
  addEventListener(name: 'install', receive: (event: InstallEvent) => void): void
  addEventListener(name: 'push', receive: (event: PushEvent) => void): void
  addEventListener(name: 'notificationclick', receive: (event: ClickEvent) => void): void
}
interface Page {
  url: string
  focused: boolean
  focus(): Promise<unknown>
  postMessage(message: unknown, ports: MessagePort[]): void
}
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}
interface InstallEvent extends ExtendableEvent {
  /** Not all browsers support it. */
  addRoutes?(rules: { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>
}
interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null
}
interface ClickEvent extends ExtendableEvent {
  notification: { close(): void; data: unknown }
}
const worker = self as unknown as WorkerScope

/** Inserted by the build: the address of each file; for the page, whose name has no hash, also its revision. */
declare const BUILT_FILES: (string | { url: string; revision: string })[]

/** For these the browser does not start the worker. */
const NETWORK_ONLY = ['/api/*', '/pictures/*', '/p/*', '/socket.io/*']

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

const screens: Record<string, unknown> = screenAddresses

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && screenOf(url.pathname, screens) !== undefined,
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

/** How long a page may take to reply that it shows an address, in milliseconds. A page of an earlier release does not reply. */
const REPLY_TIMEOUT_MS = 1_000

/** Shown for a message to another user, since browsers require a notification for each push. */
const FALLBACK = { title: '글마루', body: '', tag: 'own', path: '/home' } as const

const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Shows a notification for a push message. */
async function showNotification(message: unknown): Promise<void> {
  // A focused page shows the news itself.
  if ((await pages()).some(({ focused }) => focused)) return
  const owner = await pushOwnerNo().catch(() => undefined)
  const { title, body, tag, path } = isMessage(message) && message.userNo === owner ? message : FALLBACK
  await worker.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/app-icon-192.png',
    data: path,
  })
}

/** Opens the address of a clicked notification. */
async function openPath(path: string): Promise<void> {
  const openPages = await pages()
  const match = openPages.find(({ url }) => url === worker.location.origin + path)
  if (match) return void (await match.focus())
  for (const page of openPages.slice(0, 1)) {
    await page.focus().catch(() => undefined)
    if (await showAddress(page, path)) return
  }
  await worker.clients.openWindow(path)
}

function contentOf({ data }: PushEvent): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

function isMessage(message: unknown): message is PushMessage {
  if (typeof message !== 'object' || message === null) return false
  const { title, body, tag, path } = message as Record<string, unknown>
  return [title, body, tag, path].every(part => typeof part === 'string')
}

/** The path if it is a screen of this app; otherwise /home. */
function ownPath(path: unknown, origin: string): string {
  const url = typeof path === 'string' ? parseUrl(path, origin) : null
  if (url === null || url.origin !== origin || screenOf(url.pathname, screens) === undefined) return '/home'
  return url.pathname + url.search
}

/** Asks a page to show the address. Returns whether it does. */
function showAddress(page: Page, path: string): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(resolve, REPLY_TIMEOUT_MS, false)
    port1.onmessage = () => {
      clearTimeout(timer)
      resolve(true)
    }
    page.postMessage({ kind: OPEN, path } satisfies OpenRequest, [port2])
  })
}

worker.addEventListener('push', event => {
  event.waitUntil(showNotification(contentOf(event)))
})
worker.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPath(ownPath(event.notification.data, worker.location.origin)))
})

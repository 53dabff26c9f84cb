import { pushOwnerNo } from '#client/platform/browser/pushOwner.ts'
import { OPEN, type OpenRequest } from '#client/platform/browser/serviceWorker.messages.ts'
import type { PushMessage } from '#protocol/push.ts'
import { screenAddresses, screenOf } from '#protocol/screens.ts'

/** The part of the worker's global scope that is used here. The compiler options have the types of pages only. */
export interface PushWorker {
  registration: { showNotification(title: string, options: object): Promise<void> }
  location: { origin: string }
  clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<Page[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(name: 'push', receive: (event: PushEvent) => void): void
  addEventListener(name: 'notificationclick', receive: (event: ClickEvent) => void): void
}
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}
interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null
}
interface ClickEvent extends ExtendableEvent {
  notification: { close(): void; data: unknown }
}
interface Page {
  url: string
  focused: boolean
  focus(): Promise<unknown>
  postMessage(message: unknown, ports: MessagePort[]): void
}

/** How long a page may take to reply that it shows an address, in milliseconds. A page of an earlier release does not reply. */
const REPLY_TIMEOUT_MS = 1_000

/** Shown for a message to another user, since browsers require a notification for each push. */
const FALLBACK = { title: '글마루', body: '', tag: 'own', path: '/home' } as const

const screens: Record<string, unknown> = screenAddresses

/** Shows a notification for each push message, and opens its address on click. */
export function handlePushEvents(worker: PushWorker): void {
  const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

  async function show(message: unknown): Promise<void> {
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

  async function open(path: string): Promise<void> {
    const openPages = await pages()
    const match = openPages.find(({ url }) => url === worker.location.origin + path)
    if (match) return void (await match.focus())
    for (const page of openPages.slice(0, 1)) {
      await page.focus().catch(() => undefined)
      if (await showAddress(page, path)) return
    }
    await worker.clients.openWindow(path)
  }

  worker.addEventListener('push', event => {
    event.waitUntil(show(contentOf(event)))
  })
  worker.addEventListener('notificationclick', event => {
    event.notification.close()
    event.waitUntil(open(ownPath(event.notification.data, worker.location.origin)))
  })
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
  const url = typeof path === 'string' && URL.canParse(path, origin) ? new URL(path, origin) : null
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

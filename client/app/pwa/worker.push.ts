import { OPEN, type OpenAsked } from '#client/platform/browser/push.opening.ts'
import { pushOwnerNo } from '#client/platform/browser/pushOwner.ts'
import type { PushMessage } from '#protocol/push.ts'
import { screenAddresses, screenOf } from '#protocol/screens.ts'

/** As much of a worker as is used here: the compiler knows pages only. */
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
interface Waiting {
  waitUntil(work: Promise<unknown>): void
}
interface PushEvent extends Waiting {
  data: { json(): unknown } | null
}
interface ClickEvent extends Waiting {
  notification: { close(): void; data: unknown }
}
interface Page {
  url: string
  focused: boolean
  focus(): Promise<unknown>
  postMessage(message: unknown, ports: MessagePort[]): void
}

/** How long a page may take to say that it shows an address, in milliseconds: one of an earlier release does not know how. */
const ANSWERED_WITHIN_MS = 1_000

/** What is shown of a message that is for nobody here: browsers insist on something. */
const NOTHING = { title: '글마루', body: '', tag: 'own', path: '/home' } as const

const screens: Record<string, unknown> = screenAddresses

/** Shows what pushes tell, and leads to it. */
export function followPushes(worker: PushWorker): void {
  const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

  async function show(told: unknown): Promise<void> {
    // The page tells it by itself, and better.
    if ((await pages()).some(({ focused }) => focused)) return
    const owner = await pushOwnerNo().catch(() => undefined)
    const { title, body, tag, path } = isMessage(told) && told.userNo === owner ? told : NOTHING
    await worker.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      icon: '/app-icon-192.png',
      data: path,
    })
  }

  async function open(path: string): Promise<void> {
    const open = await pages()
    const there = open.find(({ url }) => url === worker.location.origin + path)
    if (there) return void (await there.focus())
    for (const page of open.slice(0, 1)) {
      await page.focus().catch(() => undefined)
      if (await shows(page, path)) return
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

function isMessage(told: unknown): told is PushMessage {
  if (typeof told !== 'object' || told === null) return false
  const { title, body, tag, path } = told as Record<string, unknown>
  return [title, body, tag, path].every(part => typeof part === 'string')
}

/** The address of one of the product's own screens; home, where it is none. */
function ownPath(path: unknown, origin: string): string {
  const url = typeof path === 'string' && URL.canParse(path, origin) ? new URL(path, origin) : null
  if (url === null || url.origin !== origin || screenOf(url.pathname, screens) === undefined) return '/home'
  return url.pathname + url.search
}

/** Whether a page shows the address now. */
function shows(page: Page, path: string): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    const late = setTimeout(resolve, ANSWERED_WITHIN_MS, false)
    port1.onmessage = () => {
      clearTimeout(late)
      resolve(true)
    }
    page.postMessage({ kind: OPEN, path } satisfies OpenAsked, [port2])
  })
}

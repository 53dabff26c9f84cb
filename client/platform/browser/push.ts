import { isAppleTouch, isInstalled } from './installing.ts'
import { forgetPushOwner, pushOwnerNo, setPushOwner } from './pushOwner.ts'
import { activeRegistration, findRegistration, workerContainer } from './serviceWorker.ts'
import { readStored, writeStored } from './storage.ts'
import { withTimeLimit } from './timeLimit.ts'

/**
 * What stands in the way of telling this device anything: the browser cannot; it could, once the product is installed (iPhone and iPad);
 * its owner has forbidden it.
 */
export type PushUnavailableReason = 'unsupported' | 'installFirst' | 'denied'

export function pushUnavailableReason(): PushUnavailableReason | null {
  const knowsPush = workerContainer() !== null && 'PushManager' in window && permission() !== null
  if (!knowsPush) return isAppleTouch() && !isInstalled() ? 'installFirst' : 'unsupported'
  return isDenied() ? 'denied' : null
}

/** Null where the browser has no notifications or refuses them. */
function permission(): NotificationPermission | null {
  try {
    return Notification.permission
  } catch {
    return null
  }
}

export const isAllowed = () => permission() === 'granted'
export const isDenied = () => permission() === 'denied'

/** Time for a person to decide, and for a push service to answer over a slow line, in milliseconds. */
const DECIDED_WITHIN_MS = 120_000
const SUBSCRIBED_WITHIN_MS = 30_000

/** In local storage while this device may be told something, so that nobody else's browser is asked. */
const FLAG = 'push'

/** Whether this person's news have been told here, and were not silenced since. */
export const isToldHere = (userNo: number) => readStored(FLAG) === String(userNo)

/** What the server has to know of a browser to tell it something. */
export interface BrowserAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Asks for leave, which browsers take only from a press, and has the browser's push service take what this server sends. Null when leave is
 * not given; rejects when the service is out of reach.
 * @param key of the server, in base64url.
 */
export async function openDevice(key: string, userNo: number): Promise<BrowserAddress | null> {
  const answer = await withTimeLimit(() => Notification.requestPermission(), DECIDED_WITHIN_MS)
  if (answer !== 'granted') return null
  const { pushManager } = await activeRegistration()
  const subscription = await withTimeLimit(() => subscribe(pushManager, key), SUBSCRIBED_WITHIN_MS)
  writeStored(FLAG, String(userNo))
  await setPushOwner(userNo)
  return {
    endpoint: subscription.endpoint,
    p256dh: keyOf(subscription.getKey('p256dh')),
    auth: keyOf(subscription.getKey('auth')),
  }
}

async function subscribe(pushManager: PushManager, key: string): Promise<PushSubscription> {
  const known = await pushManager.getSubscription()
  // One that was made for another key takes nothing that is sent with this one.
  if (known && keyOf(known.options.applicationServerKey) !== key) await known.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Where this device is told things now; null when nowhere. */
export async function deviceEndpoint(): Promise<string | null> {
  const registration = await findRegistration()
  return (await withTimeLimit(() => registration?.pushManager?.getSubscription()))?.endpoint ?? null
}

/** Nothing is shown on this device any more, and what is shown goes. Never rejects. */
export async function silenceDevice(): Promise<void> {
  if (readStored(FLAG) === null) return
  writeStored(FLAG, null)
  await forgetPushOwner().catch(() => undefined)
  const registration = await findRegistration()
  if (registration === null) return
  await Promise.all([
    withTimeLimit(() => closeNotifications(registration)).catch(() => undefined),
    withTimeLimit(() => unsubscribe(registration)).catch(() => undefined),
  ])
}

async function closeNotifications(registration: ServiceWorkerRegistration): Promise<void> {
  for (const notification of await registration.getNotifications()) notification.close()
}

async function unsubscribe({ pushManager }: ServiceWorkerRegistration): Promise<void> {
  await (await pushManager?.getSubscription())?.unsubscribe()
}

/** The same, unless it is this very person who is told. */
export async function silenceOthers(userNo: number): Promise<void> {
  if (readStored(FLAG) === null) return
  if ((await pushOwnerNo().catch(() => undefined)) !== userNo) await silenceDevice()
}

/** Of bytes, in base64url. */
function keyOf(bytes: ArrayBuffer | null): string {
  const signs = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()))
  return btoa(signs).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

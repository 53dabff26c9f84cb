import { isAppleTouch, isInstalled } from './installing.ts'
import { forgetPushOwner, pushOwnerNo, setPushOwner } from './pushOwner.ts'
import { readStored, writeStored } from './storage.ts'
import { WORKER } from './worker.address.ts'

/**
 * What stands in the way of telling this device anything: the browser cannot; it could, once the product is installed (iPhone and iPad);
 * its owner has forbidden it.
 */
export type PushHindrance = 'unsupported' | 'installFirst' | 'denied'

export function pushHindrance(): PushHindrance | null {
  const knowsPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!knowsPush) return isAppleTouch() && !isInstalled() ? 'installFirst' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

export const isAllowed = () => 'Notification' in window && Notification.permission === 'granted'

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
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  // One that was made for another key takes nothing that is sent with this one.
  if (known && keyOf(known.options.applicationServerKey) !== key) await known.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  writeStored(FLAG, String(userNo))
  await setPushOwner(userNo)
  return {
    endpoint: subscription.endpoint,
    p256dh: keyOf(subscription.getKey('p256dh')),
    auth: keyOf(subscription.getKey('auth')),
  }
}

/** Where this device is told things now; null when nowhere. */
export async function deviceEndpoint(): Promise<string | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription())?.endpoint ?? null
}

/** Nothing is shown on this device any more, and what is shown goes. Never rejects. */
export async function silenceDevice(): Promise<void> {
  if (readStored(FLAG) === null) return
  writeStored(FLAG, null)
  await forgetPushOwner().catch(() => undefined)
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  if (registration === undefined) return
  const shown = await registration.getNotifications().catch(() => [])
  for (const notification of shown) notification.close()
  const subscription = await registration.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => undefined)
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

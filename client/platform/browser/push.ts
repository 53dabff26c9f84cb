import { isAppleTouch, isInstalled } from './installing.ts'
import { forgetPushOwner, pushOwnerNo, setPushOwner } from './pushOwner.ts'
import { activeRegistration, findRegistration, workerContainer } from './serviceWorker.ts'
import { readStored, writeStored } from './storage.ts'
import { withTimeLimit } from './timers.ts'

/** `installFirst`: on iPhone and iPad push works only for installed apps. `denied`: the user has blocked notifications. */
type PushUnavailableReason = 'unsupported' | 'installFirst' | 'denied'

export function pushUnavailableReason(): PushUnavailableReason | null {
  const supportsPush = workerContainer() !== null && 'PushManager' in window && readPermission() !== null
  if (!supportsPush) return isAppleTouch() && !isInstalled() ? 'installFirst' : 'unsupported'
  return isDenied() ? 'denied' : null
}

/** Null if the browser has no notifications or refuses them. */
function readPermission(): NotificationPermission | null {
  try {
    return Notification.permission
  } catch {
    return null
  }
}

export const isAllowed = () => readPermission() === 'granted'
export const isDenied = () => readPermission() === 'denied'

/** Time for the user to decide, and for a push service to respond on a slow connection, in milliseconds. */
const PERMISSION_TIMEOUT_MS = 120_000
const SUBSCRIPTION_TIMEOUT_MS = 30_000

/** In local storage while this device may have a subscription. Without it the push API is not used. */
const FLAG = 'push'

/** Whether push notifications of this user are enabled on this device. */
export const isPushEnabledFor = (userNo: number) => readStored(FLAG) === String(userNo)

/** The data that the server needs to send a push message to a browser. */
interface PushSubscriptionKeys {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Asks for permission, which browsers allow only after a click, and subscribes to the browser's push service. Returns null if the user
 * denies; rejects if the service is unreachable.
 * @param key public key of the server, in base64url.
 */
export async function subscribeToPush(key: string, userNo: number): Promise<PushSubscriptionKeys | null> {
  const permission = await withTimeLimit(() => Notification.requestPermission(), PERMISSION_TIMEOUT_MS)
  if (permission !== 'granted') return null
  const { pushManager } = await activeRegistration()
  const subscription = await withTimeLimit(() => subscribe(pushManager, key), SUBSCRIPTION_TIMEOUT_MS)
  writeStored(FLAG, String(userNo))
  await setPushOwner(userNo)
  return {
    endpoint: subscription.endpoint,
    p256dh: toBase64Url(subscription.getKey('p256dh')),
    auth: toBase64Url(subscription.getKey('auth')),
  }
}

async function subscribe(pushManager: PushManager, key: string): Promise<PushSubscription> {
  const existing = await pushManager.getSubscription()
  // A subscription for another key rejects messages of this one.
  if (existing && toBase64Url(existing.options.applicationServerKey) !== key) await existing.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** The push endpoint of this device; null without a subscription. */
export async function deviceEndpoint(): Promise<string | null> {
  const registration = await findRegistration()
  return (await withTimeLimit(() => registration?.pushManager?.getSubscription()))?.endpoint ?? null
}

/** Unsubscribes this device and closes its notifications. Never rejects. */
export async function disablePush(): Promise<void> {
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

/** Disables push unless it belongs to this user. */
export async function disablePushOfOthers(userNo: number): Promise<void> {
  if (readStored(FLAG) === null) return
  if ((await pushOwnerNo().catch(() => undefined)) !== userNo) await disablePush()
}

function toBase64Url(bytes: ArrayBuffer | null): string {
  const characters = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()))
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

import { createECDH, ECDH } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import webPush from 'web-push'
import { z } from 'zod'
import type { Counts } from '#server/platform/metrics/metrics.ts'
import { restrictToOwner } from './secrets.ts'
import { StartupError } from './startup.ts'

/** A browser's push subscription with the keys that encrypt messages for it. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

interface PushPayload {
  content: string
  /** Seconds that the service stores the message for an offline device. */
  ttlS: number
  /** The service delivers only the last pending message of a topic; up to 32 base64url characters. */
  topic: string
}

/** `gone`: the subscription no longer exists. `failed`: the service did not accept the message. */
type PushOutcome = 'sent' | 'gone' | 'failed'

interface PushServiceParts {
  keys: VapidKeys
  /** Contact for push services: `mailto:…` or `https://…`. */
  subject: string
  /** Additional push services. */
  moreHosts: readonly string[]
  counts: Counts<PushOutcome>
  clock: () => Date
  log: Logger
}

/** Apple rejects messages without a real contact, so deployments should set one. */
export function pushSubject({
  securityContact,
  publicUrl,
}: {
  securityContact: string | undefined
  publicUrl: string
}): string {
  return securityContact ?? (publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@localhost')
}

/** Timeout of a push service. */
const REQUEST_TIMEOUT_MS = 5_000
/** Concurrent messages per service, and how many may wait; others are dropped. */
const CONCURRENCY = 10
const WAITING_MAX = 1_000
/** Failures in a row before a service is paused; a single lost message says nothing about the service. */
const CONSECUTIVE_FAILURES_MAX = 3
/** How long a failing service, or a rate-limited device, gets no messages. */
const PAUSE_MS = 30_000
/** Number of tracked services and devices. */
const TRACKED_MAX = 1_000

/** Sends push messages in the background. Does not follow redirects. Never throws. */
export function createPushService({ keys, subject, moreHosts, counts, clock, log }: PushServiceParts) {
  const queues = new Map<string, PQueue>()
  const pausedUntil = new LRUCache<string, number>({ max: TRACKED_MAX })
  /** Failures in a row by host. */
  const failures = new LRUCache<string, number>({ max: TRACKED_MAX })

  /** @param target a service's host, or the endpoint of one device. */
  function pause(target: string): void {
    pausedUntil.set(target, clock().getTime() + PAUSE_MS)
  }
  function isPaused(target: string): boolean {
    return (pausedUntil.get(target) ?? 0) > clock().getTime()
  }

  function noteFailure(host: string): void {
    const inARow = (failures.get(host) ?? 0) + 1
    failures.set(host, inARow)
    if (inARow >= CONSECUTIVE_FAILURES_MAX) pause(host)
  }

  async function deliver(host: string, to: PushTarget, payload: PushPayload): Promise<PushOutcome> {
    if (isPaused(host) || isPaused(to.endpoint)) return 'failed'
    try {
      const status = await post(createRequest(to, payload))
      if (status >= 500) noteFailure(host)
      else failures.delete(host)
      if (status === 404 || status === 410) return 'gone'
      if (status >= 200 && status < 300) return 'sent'
      // 429 may concern a single device, so only that device is paused.
      if (status === 429) pause(to.endpoint)
      log.warn({ host, status }, 'a push service did not take a message')
    } catch (error) {
      noteFailure(host)
      // Log only the error's name; its message may contain the endpoint.
      const reason = error instanceof Error ? ('code' in error ? error.code : error.name) : 'unknown'
      log.warn({ host, reason }, 'a push service is out of reach')
    }
    return 'failed'
  }

  function createRequest({ endpoint, p256dh, auth }: PushTarget, { content, ttlS, topic }: PushPayload) {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, content, {
      vapidDetails: { subject, ...keys },
      contentEncoding: 'aes128gcm',
      TTL: ttlS,
      topic,
    })
  }

  async function enqueue(to: PushTarget, payload: PushPayload): Promise<PushOutcome> {
    if (!isPushEndpoint(to.endpoint, moreHosts)) return 'failed'
    const { host } = new URL(to.endpoint)
    const queue = queues.get(host) ?? new PQueue({ concurrency: CONCURRENCY })
    if (queue.size >= WAITING_MAX) return 'failed'
    queues.set(host, queue)
    const outcome = await queue.add(() => deliver(host, to, payload))
    if (queue.size === 0 && queue.pending === 0) queues.delete(host)
    return outcome
  }

  return {
    async send(to: PushTarget, payload: PushPayload): Promise<PushOutcome> {
      const outcome = await enqueue(to, payload)
      counts.add(outcome)
      return outcome
    },
  }
}

export type PushService = ReturnType<typeof createPushService>

type RequestDetails = ReturnType<typeof webPush.generateRequestDetails>

/** Returns the status of the response; does not follow redirects. */
function post({ endpoint, headers, body }: RequestDetails): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const sending = request(endpoint, { method: 'POST', headers: { ...headers }, signal }, answer => {
      // The body is ignored.
      answer.on('error', () => undefined).resume()
      resolve(answer.statusCode ?? 0)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

/** The push services of Google, Mozilla, Apple and Microsoft, as documented. A leading dot allows any subdomain. */
const SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/** In characters after URL encoding, which may turn one character into nine; real endpoints have a few hundred. */
const ENDPOINT_MAX = 1_000

/**
 * Whether a URL may be a push endpoint: HTTPS, a known host, the default port, no credentials, a plausible length.
 * Keeps clients from making the server send requests elsewhere, above all into its own network (SSRF).
 * @param more additional hosts: a name, with a leading dot for its subdomains, and with its port if it is not the
 * default.
 */
export function isPushEndpoint(endpoint: string, more: readonly string[] = []): boolean {
  if (!URL.canParse(endpoint)) return false
  const { href, protocol, host, username, password } = new URL(endpoint)
  if (href.length > ENDPOINT_MAX || href.includes('#')) return false
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return [...SERVICES, ...more].some(known => (known.startsWith('.') ? host.endsWith(known) : host === known))
}

/** Length of an uncompressed point. */
const POINT_BYTES = 65

/** Whether a base64url value is a valid P-256 point; others cannot be encrypted for. */
export function isPublicKey(p256dh: string): boolean {
  if (Buffer.from(p256dh, 'base64url').length !== POINT_BYTES) return false
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

/** Identifies the server to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const keysSchema = z.object({
  publicKey: z.string().regex(/^[\w-]{87}$/),
  privateKey: z.string().regex(/^[\w-]{43}$/),
})

/**
 * Loads the VAPID keys; creates them at the first start, readable by their owner only. They must not change, because
 * browsers subscribed with the public key. Throws a StartupError if the file holds no keys.
 */
export async function loadVapidKeys(dataDir: string, log: Logger): Promise<VapidKeys> {
  const path = join(dataDir, 'vapid-keys')
  await mkdir(dataDir, { recursive: true })
  try {
    const made = JSON.stringify(webPush.generateVAPIDKeys())
    await writeFile(path, made, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const keys = keysOf(await readFile(path, 'utf8'))
  if (keys === null)
    throw new StartupError(
      `${path} 파일에 알림을 보낼 때 쓰는 키가 없어요. 백업에서 되돌리거나, 파일을 지우고 다시 시작해 주세요. 지우면 새 키가 만들어지고, 알림을 받던 기기마다 알림을 껐다가 다시 켜야 해요. (${path} holds no keys for push messages: restore it from a backup, or delete it and start again; every device then has to turn notifications off and on.)`,
    )
  await restrictToOwner(path, log)
  return keys
}

function keysOf(content: string): VapidKeys | null {
  try {
    const keys = keysSchema.parse(JSON.parse(content))
    return isKeyPair(keys) ? keys : null
  } catch {
    return null
  }
}

/** Push services reject signatures that do not match the public key. */
export function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
  } catch {
    return false
  }
  return pair.getPublicKey('base64url') === publicKey
}

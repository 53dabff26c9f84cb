import { request } from 'node:https'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import webPush from 'web-push'
import type { Counts } from '#server/platform/metrics/counts.ts'
import { isPushEndpoint } from './endpoints.ts'
import type { VapidKeys } from './vapidKeys.ts'

/** Where a browser is told things, and its keys, by which they are encrypted for it alone. */
export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushPayload {
  content: string
  /** For how long the service keeps it for a device that is away, in seconds. */
  ttlS: number
  /** Of letters that wait there the last with the same topic alone is delivered; up to 32 signs of base64url. */
  topic: string
}

/** `gone`: the browser is told of nothing there any more. `failed`: it was not taken, now or at all. */
export type PushOutcome = 'sent' | 'gone' | 'failed'

export interface PushServiceParts {
  keys: VapidKeys
  /** Whom a push service may tell of trouble: `mailto:…` or `https://…`. */
  subject: string
  /** Hosts beside those of browsers' makers. */
  moreHosts: readonly string[]
  counts: Counts<PushOutcome>
  clock: () => Date
  log: Logger
}

/** Apple takes no message from a server that names no real address: so where pushes go to its browsers, one is to be set. */
export function pushSubject({
  securityContact,
  publicUrl,
}: {
  securityContact: string | undefined
  publicUrl: string
}): string {
  return securityContact ?? (publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@localhost')
}

/** How long a push service may take, in milliseconds. */
const ANSWERED_WITHIN_MS = 5_000
/** How many letters are on their way to one service, and how many may wait for that: what is more is not sent. */
const AT_ONCE = 10
const WAITING_MAX = 1_000
/** How many letters in a row a service fails to take before it is left alone: one that is lost on the way says nothing of the rest. */
const FAILURES_BORNE = 3
/** How long a service that fails is left alone, or a device that gets too much: nothing is sent there meanwhile. */
const REST_MS = 30_000
/** Of so many of them it is known: those that failed last. */
const RESTING_MAX = 1_000

/** Takes letters to push services: no answer of ours waits for them, and none of them is led elsewhere by an answer. Never throws. */
export function createPushService({ keys, subject, moreHosts, counts, clock, log }: PushServiceParts) {
  const queues = new Map<string, PQueue>()
  const restingUntil = new LRUCache<string, number>({ max: RESTING_MAX })
  /** In a row, by the service's host. */
  const failures = new LRUCache<string, number>({ max: RESTING_MAX })

  /** @param place a service's host, or the address of one device. */
  function rest(place: string): void {
    restingUntil.set(place, clock().getTime() + REST_MS)
  }
  function isResting(place: string): boolean {
    return (restingUntil.get(place) ?? 0) > clock().getTime()
  }

  function noteFailure(host: string): void {
    const inARow = (failures.get(host) ?? 0) + 1
    failures.set(host, inARow)
    if (inARow >= FAILURES_BORNE) rest(host)
  }

  async function deliver(host: string, to: PushAddress, payload: PushPayload): Promise<PushOutcome> {
    if (isResting(host) || isResting(to.endpoint)) return 'failed'
    try {
      const status = await post(encrypted(to, payload))
      if (status >= 500) noteFailure(host)
      else failures.delete(host)
      if (status === 404 || status === 410) return 'gone'
      if (status >= 200 && status < 300) return 'sent'
      // A service says so of one device, too: nobody else's waits for that.
      if (status === 429) rest(to.endpoint)
      log.warn({ host, status }, 'a push service did not take a message')
    } catch (error) {
      noteFailure(host)
      // Of an error only its name: its sentence may hold the address.
      const reason = error instanceof Error ? ('code' in error ? error.code : error.name) : 'unknown'
      log.warn({ host, reason }, 'a push service is out of reach')
    }
    return 'failed'
  }

  function encrypted({ endpoint, p256dh, auth }: PushAddress, { content, ttlS, topic }: PushPayload) {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, content, {
      vapidDetails: { subject, ...keys },
      contentEncoding: 'aes128gcm',
      TTL: ttlS,
      topic,
    })
  }

  async function queued(to: PushAddress, payload: PushPayload): Promise<PushOutcome> {
    if (!isPushEndpoint(to.endpoint, moreHosts)) return 'failed'
    const { host } = new URL(to.endpoint)
    const queue = queues.get(host) ?? new PQueue({ concurrency: AT_ONCE })
    if (queue.size >= WAITING_MAX) return 'failed'
    queues.set(host, queue)
    const outcome = await queue.add(() => deliver(host, to, payload))
    if (queue.size === 0 && queue.pending === 0) queues.delete(host)
    return outcome
  }

  return {
    async send(to: PushAddress, payload: PushPayload): Promise<PushOutcome> {
      const outcome = await queued(to, payload)
      counts.add(outcome)
      return outcome
    },
  }
}

export type PushService = ReturnType<typeof createPushService>

type RequestDetails = ReturnType<typeof webPush.generateRequestDetails>

/** The status of the answer; redirects are not followed. */
function post({ endpoint, headers, body }: RequestDetails): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS)
    const sending = request(endpoint, { method: 'POST', headers: { ...headers }, signal }, answer => {
      // What else it says is of no use.
      answer.on('error', () => undefined).resume()
      resolve(answer.statusCode ?? 0)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

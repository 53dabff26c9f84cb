import type { Logger } from 'pino'
import {
  type ClientEventName,
  type ClientEventParsed,
  clientEvents,
  type EventLimitClass,
  type EventReply,
} from '#protocol/events.ts'
import { RequestError } from '#server/platform/errors.ts'
import { createTokenBuckets, type TokenBucketOptions } from '#server/platform/limits/keyedLimits.ts'
import type { LiveServer, LiveSocket } from './broadcast.ts'
import type { SocketGuard } from './socketGuard.ts'

/** Handlers for client events, called after rate limiting and parsing. A rejection with `RequestError` becomes the reply. */
export type ClientEventHandlers = {
  [Name in ClientEventName]: (
    socket: LiveSocket,
    payload: ClientEventParsed<Name>,
  ) => HandlerResult<EventReply<Name>>
}
type HandlerResult<Reply> = [Reply] extends [never] ? void | Promise<void> : Promise<Reply>

/** Rate limits of an event class; one token per event. */
interface EventLimit {
  user: TokenBucketOptions
  address: TokenBucketOptions
  /** Whether excess events are ignored or end the socket. */
  excess: 'ignore' | 'disconnect'
}
export type EventLimits = Record<EventLimitClass, EventLimit>

interface ClientEventParts {
  handlers: ClientEventHandlers
  guard: SocketGuard
  limits: EventLimits
  /** Multiplies every limit. */
  scale: number
  log: Logger
}

/** Entry point for all client events: limits, parses and dispatches them. Invalid events are ignored. */
export function handleClientEvents(
  io: LiveServer,
  { handlers, guard, limits, scale, log }: ClientEventParts,
): void {
  const buckets = Object.fromEntries(
    Object.entries(limits).map(([name, { user, address }]) => [
      name,
      { users: createTokenBuckets(user, scale), addresses: createTokenBuckets(address, scale) },
    ]),
  ) as Record<EventLimitClass, Record<'users' | 'addresses', ReturnType<typeof createTokenBuckets>>>

  function isWithinLimit(limit: EventLimitClass, socket: LiveSocket): boolean {
    const { users, addresses } = buckets[limit]
    return users.take(socket.data.userNo) && addresses.take(guard.addressOf(socket))
  }

  async function receive(socket: LiveSocket, name: string, data: unknown): Promise<unknown> {
    // Packets decoded before the socket closed still arrive here.
    if (!socket.connected || !isClientEvent(name)) return undefined
    const { limit, payload } = clientEvents[name]
    if (!isWithinLimit(limit, socket)) {
      if (limits[limit].excess === 'disconnect') guard.end(socket, 'flooding')
      return { error: 'tooMany' }
    }
    const parsed = payload.safeParse(data)
    if (!parsed.success) return { error: 'invalid' }
    const handle = handlers[name] as (socket: LiveSocket, payload: unknown) => unknown
    try {
      return await handle(socket, parsed.data)
    } catch (error) {
      if (error instanceof RequestError) return { error: error.code }
      log.warn({ err: error, event: name }, 'client event handler failed')
      return { error: 'unavailable' }
    }
  }

  io.on('connection', socket => {
    socket.onAny((name: string, payload: unknown, reply?: unknown) => {
      void receive(socket, name, payload).then(result => {
        // A client may expect a reply to any event.
        if (typeof reply === 'function' && result !== undefined) reply(result)
      })
    })
  })
}

function isClientEvent(name: string): name is ClientEventName {
  return Object.hasOwn(clientEvents, name)
}

/** Deliveries per second that a node spends on ephemeral events: about a tenth of its time. */
const DELIVERIES_PER_SECOND = 20_000

/**
 * Throttles ephemeral events (presence, typing), which are fanned out to whole rooms. The smallest room comes first, so
 * that large rooms wait. A newer event replaces a pending one with the same key.
 */
export interface VolatileEvents {
  /** @param audience counts the receiving sockets; evaluated when the event is next. */
  publish(key: string, audience: () => number, publishNow: () => void): void
}

export function createVolatileEvents(perSecond = DELIVERIES_PER_SECOND): VolatileEvents {
  const pending = new Map<string, { audience: () => number; publishNow: () => void }>()
  let timer: NodeJS.Timeout | null = null

  /** Publishes one event, and the next after a pause proportional to its audience. */
  function publishNext(): void {
    timer = null
    let smallest: { key: string; size: number } | null = null
    for (const [key, { audience }] of pending) {
      const size = audience()
      if (smallest === null || size < smallest.size) smallest = { key, size }
    }
    if (smallest === null) return
    const { key, size } = smallest
    const next = pending.get(key)
    pending.delete(key)
    timer = setTimeout(publishNext, (1_000 * size) / perSecond).unref()
    next?.publishNow()
  }

  return {
    publish(key, audience, publishNow) {
      pending.set(key, { audience, publishNow })
      if (timer === null) publishNext()
    },
  }
}

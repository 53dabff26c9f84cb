import type { Logger } from 'pino'
import {
  type ClientEventName,
  type ClientEventParsed,
  clientEvents,
  type EventLimitClass,
} from '#protocol/events.ts'
import { createTokenBuckets, type TokenBucketOptions } from '#server/platform/limits/keyedLimits.ts'
import type { LiveServer, LiveSocket } from './broadcast.ts'
import type { SocketGuard } from './socketGuard.ts'

/** Handlers for client events, called after rate limiting and parsing. */
export type ClientEventHandlers = {
  [Name in ClientEventName]: (socket: LiveSocket, said: ClientEventParsed<Name>) => void | Promise<void>
}

/** Rate limits of an event class; one token per event. */
interface EventLimit {
  person: TokenBucketOptions
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
    Object.entries(limits).map(([name, { person, address }]) => [
      name,
      { people: createTokenBuckets(person, scale), addresses: createTokenBuckets(address, scale) },
    ]),
  ) as Record<EventLimitClass, Record<'people' | 'addresses', ReturnType<typeof createTokenBuckets>>>

  function isWithinLimit(limit: EventLimitClass, socket: LiveSocket): boolean {
    const { people, addresses } = buckets[limit]
    return people.take(socket.data.userNo) && addresses.take(guard.addressOf(socket))
  }

  function receive(socket: LiveSocket, name: string, data: unknown): void {
    // Packets decoded before the socket closed still arrive here.
    if (!socket.connected || !isClientEvent(name)) return
    const { limit, payload } = clientEvents[name]
    if (!isWithinLimit(limit, socket)) {
      if (limits[limit].excess === 'disconnect') guard.end(socket, 'flooding')
      return
    }
    const parsed = payload.safeParse(data)
    if (!parsed.success) return
    const handle = handlers[name] as (socket: LiveSocket, said: unknown) => void | Promise<void>
    new Promise<void>(resolve => resolve(handle(socket, parsed.data))).catch(error =>
      log.warn({ err: error, event: name }, 'what a client said could not be handled'),
    )
  }

  io.on('connection', socket => {
    socket.onAny((name: string, said: unknown) => receive(socket, name, said))
  })
}

function isClientEvent(name: string): name is ClientEventName {
  return Object.hasOwn(clientEvents, name)
}

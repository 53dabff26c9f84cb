import type { Logger } from 'pino'
import {
  type ClientEventName,
  type ClientEventParsed,
  clientEvents,
  type EventLimitClass,
} from '#protocol/events.ts'
import { createBuckets, type TokenBucketOptions } from '#server/platform/limits/buckets.ts'
import type { LiveServer, LiveSocket } from './broadcast.ts'
import type { SocketGuard } from './socketGuard.ts'

/** What is done with each event that a client may say, once it is counted and parsed. */
export type ClientEventHandlers = {
  [Name in ClientEventName]: (socket: LiveSocket, said: ClientEventParsed<Name>) => void | Promise<void>
}

/** How often events of a class may be said, in tokens of one event each. */
export interface EventLimit {
  person: TokenBucketOptions
  address: TokenBucketOptions
  /** What comes of more: it is not heard, or it ends the socket. */
  excess: 'unheard' | 'ends'
}
export type EventLimits = Record<EventLimitClass, EventLimit>

interface ReceivingParts {
  handlers: ClientEventHandlers
  guard: SocketGuard
  limits: EventLimits
  /** Multiplies every limit. */
  scale: number
  log: Logger
}

/** The only way in for what clients say: counts it, parses it, and hands it to its handler. Nonsense does nothing. */
export function handleClientEvents(
  io: LiveServer,
  { handlers, guard, limits, scale, log }: ReceivingParts,
): void {
  const counted = Object.fromEntries(
    Object.entries(limits).map(([name, { person, address }]) => [
      name,
      { people: createBuckets(person, scale), addresses: createBuckets(address, scale) },
    ]),
  ) as Record<EventLimitClass, Record<'people' | 'addresses', ReturnType<typeof createBuckets>>>

  function isWithin(limit: EventLimitClass, socket: LiveSocket): boolean {
    const { people, addresses } = counted[limit]
    return people.take(socket.data.userNo) && addresses.take(guard.addressOf(socket))
  }

  function receive(socket: LiveSocket, name: string, said: unknown): void {
    // What was already decoded when the socket was closed still comes here.
    if (!socket.connected || !isClientEvent(name)) return
    const { limit, payload } = clientEvents[name]
    if (!isWithin(limit, socket)) {
      if (limits[limit].excess === 'ends') guard.end(socket, 'flooding')
      return
    }
    const parsed = payload.safeParse(said)
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

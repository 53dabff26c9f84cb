import type {
  ClientEventName,
  ClientEventPayload,
  EventReply,
  RepliedEventName,
  ServerEventName,
  ServerEventPayload,
  ServerEvents,
} from '#protocol/events.ts'

/**
 * Distributes server events to subscribers, whether or not the socket is connected yet. The socket
 * (`memberSocket.ts`) is loaded for signed-in users only and dispatches the events here.
 */

export function createEventBus() {
  const handlers = new Map<string, Set<(payload: never) => void>>()
  const resyncHandlers = new Set<() => void>()

  return {
    /**
     * Returns the unsubscribe function. An event may arrive twice, late, or before the response that
     * contains it.
     */
    onEvent<Name extends ServerEventName>(name: Name, handler: ServerEvents[Name]): () => void {
      const nameHandlers = handlers.get(name) ?? new Set()
      handlers.set(name, nameHandlers.add(handler))
      return () => {
        nameHandlers.delete(handler)
      }
    },
    /**
     * Called when events may have been missed: after a reconnect, when the tab becomes visible, when the
     * network is back, or when the server asks for it. Refetch what is on screen. Returns the unsubscribe
     * function.
     */
    onResync(handler: () => void): () => void {
      resyncHandlers.add(handler)
      return () => {
        resyncHandlers.delete(handler)
      }
    },
    dispatchEvent<Name extends ServerEventName>(name: Name, payload: ServerEventPayload<Name>): void {
      for (const handler of [...(handlers.get(name) ?? [])]) handler(payload as never)
    },
    dispatchResync(): void {
      for (const handler of [...resyncHandlers]) handler()
    },
  }
}

export type EventBus = ReturnType<typeof createEventBus>

/** The event bus of this tab. */
export const tabEvents = createEventBus()
export const { onEvent, onResync, dispatchEvent, dispatchResync } = tabEvents

export const combineCleanups = (cleanups: readonly (() => void)[]) => () => {
  for (const cleanup of cleanups) cleanup()
}

type Emit = <Name extends ClientEventName>(name: Name, payload: ClientEventPayload<Name>) => void
type Request = <Name extends RepliedEventName>(
  name: Name,
  payload: ClientEventPayload<Name>,
) => Promise<EventReply<Name>>

interface Emitter {
  emit: Emit
  request: Request
}

/** There is no connection, so the event was not emitted. */
export class NotConnectedError extends Error {
  override name = 'NotConnectedError'
}

const notConnected: Emitter = {
  emit: () => undefined,
  request: () => Promise.reject(new NotConnectedError()),
}
let emitter = notConnected

/** Events that are emitted without a connection are dropped, so use it only for those that are useless later. */
export const emitVolatile: Emit = (name, payload) => emitter.emit(name, payload)

/** Emits an event and returns the reply. Rejects with NotConnectedError, or if the connection breaks or no reply comes in time. */
export const requestReply: Request = (name, payload) => emitter.request(name, payload)

/** Called by the socket. Returns the detach function. */
export function attachEmitter(attached: Emitter): () => void {
  emitter = attached
  return () => {
    emitter = notConnected
  }
}

import type {
  ClientEventName,
  ClientEventPayload,
  ServerEventName,
  ServerEventPayload,
  ServerEvents,
} from '#protocol/events.ts'

/**
 * What the server tells, for whoever wants to hear it, whether or not the socket is connected already: handlers are kept here,
 * and the socket (`memberSocket.ts`), which is loaded only for somebody signed in, dispatches to them.
 */

export function createEventBus() {
  const handlers = new Map<string, Set<(payload: never) => void>>()
  const resyncHandlers = new Set<() => void>()

  return {
    /** Returns how to stop hearing it. The same event may come twice, late, or before the answer that contains it. */
    onEvent<Name extends ServerEventName>(name: Name, handler: ServerEvents[Name]): () => void {
      const ofName = handlers.get(name) ?? new Set()
      handlers.set(name, ofName.add(handler))
      return () => {
        ofName.delete(handler)
      }
    },
    /**
     * Hears that events may have been missed: the connection stands (again), the tab is looked at again, the network is back
     * or the server asks for it. What is on the screen is to be fetched again. Returns how to stop hearing it.
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

/** Of this tab. */
export const tabEvents = createEventBus()
export const { onEvent, onResync, dispatchEvent, dispatchResync } = tabEvents

/** Several ways to stop as one. */
export const asOne = (stops: readonly (() => void)[]) => () => {
  for (const stop of stops) stop()
}

type Speak = <Name extends ClientEventName>(name: Name, payload: ClientEventPayload<Name>) => void
let speak: Speak = () => undefined

/** What is emitted while there is no connection is lost, so only what is of no use later is emitted this way. */
export const emitVolatile: Speak = (name, payload) => speak(name, payload)

/** For the socket: emits through it from now on. Returns how to end that. */
export function attachEmitter(voice: Speak): () => void {
  speak = voice
  return () => {
    speak = () => undefined
  }
}

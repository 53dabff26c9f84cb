import type { ServerEventName, ServerEventPayload, ServerEvents } from '#protocol/events.ts'

/**
 * What the server tells, for whoever wants to hear it, whether or not the line stands already: handlers are kept here,
 * and the line (`live.line.ts`), which is loaded only for somebody signed in, speaks to them.
 */

const handlers = new Map<string, Set<(payload: never) => void>>()
const resyncHandlers = new Set<() => void>()

/** Returns how to stop hearing it. The same event may come twice, late, or before the answer that contains it. */
export function onEvent<Name extends ServerEventName>(name: Name, handler: ServerEvents[Name]): () => void {
  const ofName = handlers.get(name) ?? new Set()
  handlers.set(name, ofName.add(handler))
  return () => {
    ofName.delete(handler)
  }
}

/**
 * Hears that events may have been missed: the line stands (again), the tab is looked at again, the network is back or
 * the server asks for it. What is on the screen is to be fetched again. Returns how to stop hearing it.
 */
export function onResync(handler: () => void): () => void {
  resyncHandlers.add(handler)
  return () => {
    resyncHandlers.delete(handler)
  }
}

export function tellEvent<Name extends ServerEventName>(name: Name, payload: ServerEventPayload<Name>): void {
  for (const handler of [...(handlers.get(name) ?? [])]) handler(payload as never)
}

export function tellResync(): void {
  for (const handler of [...resyncHandlers]) handler()
}

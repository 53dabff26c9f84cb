import {
  hubEvents as declaredEvents,
  type HubEvent,
  type HubEventName,
  type ServerEvents,
} from '#protocol/events.ts'
import { combineCleanups, type EventBus, tabEvents } from './eventBus.ts'
import type { EventSource } from './livePage.ts'

const names = Object.keys(declaredEvents) as HubEventName[]

/** The events of one hub. */
export const hubEvents =
  (hubNo: number, { onEvent, onResync }: EventBus = tabEvents): EventSource<HubEvent> =>
  (receive, refetch) => {
    return combineCleanups([
      ...names.map(name =>
        onEvent(name, (payload: HubEvent['payload']) => {
          if (payload.hubNo === hubNo) receive({ name, payload } as HubEvent)
        }),
      ),
      onResync(refetch),
      // A user who was refused before may have access now, and has missed the events.
      onEvent('hub:added', ({ hub }) => {
        if (hub.hubNo === hubNo) refetch()
      }),
    ])
  }

/** A handler for each hub event. A new event does not compile until it is handled or ignored. */
export type HubEventHandlers = { [Name in HubEventName]: ServerEvents[Name] | 'ignored' }

/** Subscribes to the events of all hubs. Returns the unsubscribe function. */
export function subscribeToHubEvents(
  handlers: HubEventHandlers,
  { onEvent }: EventBus = tabEvents,
): () => void {
  return combineCleanups(
    names.map(name => {
      const handler = handlers[name]
      return handler === 'ignored' ? () => undefined : onEvent(name, handler as ServerEvents[typeof name])
    }),
  )
}

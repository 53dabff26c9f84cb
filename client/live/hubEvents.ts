import type { ServerEventName, ServerEventPayload } from '#protocol/events.ts'
import { type EventBus, tabEvents } from './eventBus.ts'
import type { EventSource } from './livePage.ts'

/** What happens in a hub, told with the version that it gave the hub. */
const names = [
  'note:shared',
  'note:withdrawn',
  'note:changed',
  'comment:posted',
  'comment:changed',
  'comment:deleted',
  'members:changed',
] as const satisfies ServerEventName[]

export type HubEvent = {
  [Name in (typeof names)[number]]: { name: Name; payload: ServerEventPayload<Name> }
}[(typeof names)[number]]

/** What happens in one hub, as it is told to this tab. */
export const hubEvents =
  (hubNo: number, { onEvent, onResync }: EventBus = tabEvents): EventSource<HubEvent> =>
  (hear, refetch) => {
    const stops = [
      ...names.map(name =>
        onEvent(name, (payload: HubEvent['payload']) => {
          if (payload.hubNo === hubNo) hear({ name, payload } as HubEvent)
        }),
      ),
      onResync(refetch),
      // Who was not let in before may be now, and has heard nothing meanwhile.
      onEvent('hub:added', ({ hub }) => {
        if (hub.hubNo === hubNo) refetch()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

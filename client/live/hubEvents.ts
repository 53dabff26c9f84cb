import { hubEvents as declaredEvents, type HubEvent, type HubEventName } from '#protocol/events.ts'
import { asOne, type EventBus, tabEvents } from './eventBus.ts'
import type { EventSource } from './livePage.ts'

const names = Object.keys(declaredEvents) as HubEventName[]

/** What happens in one hub, as it is told to this tab. */
export const hubEvents =
  (hubNo: number, { onEvent, onResync }: EventBus = tabEvents): EventSource<HubEvent> =>
  (receive, refetch) => {
    return asOne([
      ...names.map(name =>
        onEvent(name, (payload: HubEvent['payload']) => {
          if (payload.hubNo === hubNo) receive({ name, payload } as HubEvent)
        }),
      ),
      onResync(refetch),
      // Who was not let in before may be now, and has heard nothing meanwhile.
      onEvent('hub:added', ({ hub }) => {
        if (hub.hubNo === hubNo) refetch()
      }),
    ])
  }

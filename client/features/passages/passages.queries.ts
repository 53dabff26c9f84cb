import type { QueryClient } from '@tanstack/react-query'
import type { ThreadPlace } from '#client/features/comments/comments.queries.ts'
import { combineCleanups, type EventBus, tabEvents } from '#client/live/eventBus.ts'
import { hubEvents } from '#client/live/hubEvents.ts'
import type { LivePageOptions } from '#client/live/livePage.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import type { InputOf } from '#protocol/call.ts'
import type { HubEvent } from '#protocol/events.ts'
import { getPassages, type PassagePage } from '#protocol/passages.ts'
import { type Passages, passageRules } from './passages.cache.ts'

export const passagesKey = ({ hubNo, noteNo }: ThreadPlace) => ['passages', hubNo, noteNo] as const

export function patchPassages(
  cache: QueryClient,
  place: ThreadPlace,
  change: (passages: Passages) => Passages,
): void {
  cache.setQueryData<Passages>(passagesKey(place), passages => passages && change(passages))
}

type FetchPassages = (
  input: InputOf<typeof getPassages>,
  options?: { signal: AbortSignal },
) => Promise<PassagePage>

const fetchPassages: FetchPassages = (...args) => callApi(getPassages, ...args)

/** The passages of a note in a hub, which live events keep current. */
export function passagesPage(
  cache: QueryClient,
  place: ThreadPlace,
  bus: EventBus = tabEvents,
  request = fetchPassages,
): LivePageOptions<Passages, HubEvent> {
  const queryKey = passagesKey(place)
  return {
    ...passageRules(place.noteNo),
    queryKey,
    fetch: signal => request({ hubNo: place.hubNo, noteNo: place.noteNo }, { signal }),
    events(receive, refetch) {
      return combineCleanups([
        hubEvents(place.hubNo, bus)(receive, refetch),
        bus.onEvent('hub:removed', ({ hubNo }) => {
          if (hubNo === place.hubNo) refetch()
        }),
        // A note that is not shared has no passages to update, so fetch them once the note is shared.
        bus.onEvent('note:shared', ({ hubNo, note }) => {
          const isHere = hubNo === place.hubNo && note.noteNo === place.noteNo
          if (isHere && cache.getQueryData(queryKey) === undefined) refetch()
        }),
      ])
    },
  }
}

import type { ServerEventName, ServerEventPayload } from '#protocol/events.ts'
import { onEvent, onResync } from './eventBus.ts'

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

export function isHubEventName(name: ServerEventName): name is HubEvent['name'] {
  return names.some(candidate => candidate === name)
}

/** How long an event that is missing before another one may still come, in milliseconds. */
const GRACE_MS = 150
/** More than can be told while an answer is on its way. */
const EVENTS_KEPT = 200

/** What is told with the version that it gave to something. */
interface Versioned {
  payload: { version: number }
}

/** In the order in which they happened. */
export function inOrder<Event extends Versioned>(events: readonly Event[]): Event[] {
  return [...events].sort((a, b) => a.payload.version - b.payload.version)
}

/** Of events in their order those that follow a version, as far as none is missing between them. */
export function eventsAfter<Event extends Versioned>(
  version: number,
  events: readonly Event[],
): { due: Event[]; hasGap: boolean } {
  const due: Event[] = []
  let known = version
  for (const event of events) {
    if (event.payload.version <= known) continue
    if (event.payload.version > known + 1) return { due, hasGap: true }
    due.push(event)
    known += 1
  }
  return { due, hasGap: false }
}

export interface Followed<Event = HubEvent> {
  /** Filled with what is heard, for an answer on its way, which may be older. */
  events: Event[]
  /** Brings what is on the screen as far as the events go, and says why it must be fetched again, if it must. */
  settle: () => 'event' | 'answer' | null
  refetch: () => void
  onHeard?: () => void
}

/** Keeps something of a hub true while it is on the screen. `settle` is to be called after each answer, too. */
export function followHub(hubNo: number, followed: Followed) {
  const { hear, settle, stop } = followEvents(followed)
  const stops = names.map(name =>
    onEvent(name, (payload: HubEvent['payload']) => {
      if (payload.hubNo === hubNo) hear({ name, payload } as HubEvent)
    }),
  )
  stops.push(
    onResync(followed.refetch),
    // Who was not let in before may be now, and has heard nothing meanwhile.
    onEvent('hub:added', ({ hub }) => hub.hubNo === hubNo && followed.refetch()),
  )
  return {
    settle,
    stop() {
      stop()
      for (const stopHearing of stops) stopHearing()
    },
  }
}

/** What is heard is to be told by `hear`, and after each answer `settle` is to be called. */
export function followEvents<Event>({ events, settle, refetch, onHeard }: Followed<Event>) {
  let grace: ReturnType<typeof setTimeout> | undefined

  function settleNow() {
    const lacks = settle()
    if (lacks === 'answer') refetch()
    if (lacks === 'event') grace ??= setTimeout(settleAgain, GRACE_MS)
  }

  function settleAgain() {
    grace = undefined
    if (settle() === 'event') refetch()
  }

  return {
    settle: settleNow,
    hear(event: Event) {
      events.push(event)
      events.splice(0, events.length - EVENTS_KEPT)
      onHeard?.()
      settleNow()
    },
    stop: () => clearTimeout(grace),
  }
}

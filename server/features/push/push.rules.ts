import type { Push } from '#server/platform/session.store.ts'
import type { PushThing } from './push.finding.ts'

/** Whether a device wants quiet at this moment, by the clock at its place. */
export function isQuiet({ quiet, timeZone }: Pick<Push, 'quiet' | 'timeZone'>, now: Date): boolean {
  if (quiet === undefined) return false
  const { from, to } = quiet
  const hour = hourAt(timeZone, now)
  return from < to ? from <= hour && hour < to : from <= hour || hour < to
}

function hourAt(timeZone: string, now: Date): number {
  const digits = { hourCycle: 'h23', numberingSystem: 'latn' } as const
  const parts = new Intl.DateTimeFormat(undefined, { timeZone, hour: 'numeric', ...digits }).formatToParts(
    now,
  )
  return Number(parts.find(({ type }) => type === 'hour')?.value)
}

/** How many places a device shows apart at once; what happened at more is told in one. */
const PLACES_MAX = 3

export interface PushGroup {
  /** Names the place: what is told of it later takes the place of this. */
  tag: string
  things: PushThing[]
}

/** Of all that is new what one device is told, by the rooms in which it happened: none of it where nothing is fresh. */
export function groupsFor(
  push: Pick<Push, 'kinds' | 'offHubNos'>,
  things: readonly PushThing[],
): PushGroup[] {
  const wanted = things.filter(({ kind, isCall, hub }) => {
    if (!push.kinds.includes(kind)) return false
    return isCall || hub === null || !push.offHubNos.includes(hub.hubNo)
  })
  const byTag = new Map<string, PushThing[]>()
  for (const thing of wanted) {
    const tag = thing.hub === null ? 'own' : `room:${thing.hub.hubNo}`
    byTag.set(tag, [...(byTag.get(tag) ?? []), thing])
  }
  const groups = [...byTag]
    .map(([tag, things]) => ({ tag, things }))
    .filter(group => group.things.some(({ isFresh }) => isFresh))
  if (groups.length <= PLACES_MAX) return groups
  return [{ tag: 'all', things: groups.flatMap(group => group.things) }]
}

import type { Push } from '#server/platform/session.store.ts'
import type { PushItem } from './push.items.ts'

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
  items: PushItem[]
}

/** Of all that is new what one device is told, by the rooms in which it happened: none of it where nothing is fresh. */
export function groupsFor(push: Pick<Push, 'kinds' | 'offHubNos'>, items: readonly PushItem[]): PushGroup[] {
  const wanted = items.filter(({ kind, isCall, hub }) => {
    if (!push.kinds.includes(kind)) return false
    return isCall || hub === null || !push.offHubNos.includes(hub.hubNo)
  })
  const byTag = new Map<string, PushItem[]>()
  for (const item of wanted) {
    const tag = item.hub === null ? 'own' : `room:${item.hub.hubNo}`
    byTag.set(tag, [...(byTag.get(tag) ?? []), item])
  }
  const groups = [...byTag]
    .map(([tag, items]) => ({ tag, items }))
    .filter(group => group.items.some(({ isFresh }) => isFresh))
  if (groups.length <= PLACES_MAX) return groups
  return [{ tag: 'all', items: groups.flatMap(group => group.items) }]
}

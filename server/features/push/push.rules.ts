import type { Push } from '#server/platform/session.repository.ts'
import type { PushItem } from './push.items.ts'

/** Whether the device is in quiet hours, in its own time zone. */
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

/** Separate notifications per device; more hubs are summarized in one. */
const PLACES_MAX = 3

export interface PushGroup {
  /** A later notification with the same tag replaces this one. */
  tag: string
  items: PushItem[]
}

/** Groups the items for a device by hub. Empty if nothing is fresh. */
export function groupItems(push: Pick<Push, 'kinds' | 'offHubNos'>, items: readonly PushItem[]): PushGroup[] {
  const wantedItems = items.filter(({ kind, isMention, hub }) => {
    if (!push.kinds.includes(kind)) return false
    return isMention || hub === null || !push.offHubNos.includes(hub.hubNo)
  })
  const byTag = new Map<string, PushItem[]>()
  for (const item of wantedItems) {
    const tag = item.hub === null ? 'own' : `room:${item.hub.hubNo}`
    byTag.set(tag, [...(byTag.get(tag) ?? []), item])
  }
  const groups = [...byTag]
    .map(([tag, items]) => ({ tag, items }))
    .filter(group => group.items.some(({ isFresh }) => isFresh))
  if (groups.length <= PLACES_MAX) return groups
  return [{ tag: 'all', items: groups.flatMap(group => group.items) }]
}

import type { NotificationKind } from '#protocol/inbox.ts'
import { NOTIFICATIONS_PER_PAGE, PUSH_KEPT_MS } from '#protocol/limits.ts'
import { type PushKind, pushKindOf } from '#protocol/push.ts'
import type { Context } from '#server/context.ts'
import type { HubSummary } from '#server/features/hubs/hubs.record.ts'
import { usersOf } from '#server/features/inbox/inbox.presenter.ts'
import { type FoundNotification, isReadable } from '#server/features/inbox/notifications.record.ts'
import type { Push } from '#server/platform/session.repository.ts'
import type { UnseenShare } from './push.repository.ts'

/** An unseen event that a device may show. */
export interface PushItem {
  kind: PushKind
  /** The user is mentioned: muted hubs do not suppress it. */
  isMention: boolean
  /** New since the last push. Older items are only shown together with new ones. */
  isFresh: boolean
  /** The hub in which it happened; null for none. */
  hub: HubSummary | null
  /** The share or notification. */
  of: { share: UnseenShare } | { news: FoundNotification }
}

interface UnseenQuery {
  userNo: number
  /** The newest ones of this period. Without `until`, items of the last hours before it are returned as well, as not fresh. */
  since: Date
  until?: Date
  /** Whether the shares of a hub are wanted; all by default. */
  wantsShares?: (hub: HubSummary) => boolean
  /** The kinds of notifications that are wanted; all by default. */
  kinds?: readonly NotificationKind[]
  /** Notifications; the number of shares has a limit of its own. */
  limit?: number
}

/**
 * Unseen events of a user as of now. Excludes what the user may not read any more, has seen, or has in view, and
 * events by users with a block in either direction.
 * @param viewedNos hubs that the user has in view on any device.
 */
export async function findUnseenItems(
  { repositories, clock }: Context,
  { userNo, since, until, wantsShares = () => true, kinds, limit = NOTIFICATIONS_PER_PAGE }: UnseenQuery,
  viewedNos: ReadonlySet<number>,
): Promise<PushItem[]> {
  const now = clock()
  const keptSince = new Date(now.getTime() - PUSH_KEPT_MS)
  const from = until !== undefined || since < keptSince ? since : keptSince
  const [hubs, notifications, blocked, blockers] = await Promise.all([
    repositories.hubs.findSummaries(userNo),
    repositories.notifications.findUnseen(userNo, { since: from, until, kinds, limit, now }),
    repositories.blocks.findByUser(userNo),
    repositories.blocks.findBlockers(userNo),
  ])
  const hiddenUserNos = new Set([...blockers, ...blocked.map(({ blockedNo }) => blockedNo)])
  const hubsNotViewed = hubs.filter(({ hubNo }) => !viewedNos.has(hubNo))
  const byNo = new Map(hubsNotViewed.map(hub => [hub.hubNo, hub]))
  const mutedNos = new Set(hubsNotViewed.filter(({ own }) => own.muted).map(({ hubNo }) => hubNo))
  // Hubs without activity since then have no new shares.
  const activeHubs = hubsNotViewed.filter(
    hub => !mutedNos.has(hub.hubNo) && hub.lastActivity >= from && wantsShares(hub),
  )
  const readings = activeHubs.map(({ hubNo, own }) => ({ hubNo, reader: own }))
  const shares = await repositories.unseenShares.findUnseen(readings, { since: from, until })
  return [
    ...shares
      .filter(({ authorNo }) => !hiddenUserNos.has(authorNo))
      .map(share => ({
        kind: 'note' as const,
        isMention: false,
        isFresh: share.sharedAt >= since,
        hub: byNo.get(share.hubNo) ?? null,
        of: { share },
      })),
    ...notifications.flatMap(found => {
      const entry = withoutUsers(found, hiddenUserNos)
      if (entry === null) return []
      const { hubNo, kind } = entry
      const isMention = kind === 'mention'
      if (hubNo !== undefined && (!byNo.has(hubNo) || (mutedNos.has(hubNo) && !isMention))) return []
      const hub = hubNo === undefined ? null : (byNo.get(hubNo) ?? null)
      return [{ kind: pushKindOf[kind], isMention, isFresh: entry.at >= since, hub, of: { news: entry } }]
    }),
  ]
}

/** The notification without these users; null if nothing is left. */
function withoutUsers(
  found: FoundNotification,
  hiddenUserNos: ReadonlySet<number>,
): FoundNotification | null {
  if (!isReadable(found)) return null
  if (hiddenUserNos.size === 0 || usersOf(found).length === 0) return found
  const visible = {
    ...found,
    ...(found.byNos && { byNos: found.byNos.filter(userNo => !hiddenUserNos.has(userNo)) }),
    // The comment of a reaction is the user's own.
    ...(found.kind !== 'empathy' && {
      comments: found.comments.filter(({ writerNo }) => !hiddenUserNos.has(writerNo)),
    }),
  }
  return usersOf(visible).length === 0 ? null : visible
}

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

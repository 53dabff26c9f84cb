import { PUSH_KEPT_MS } from '#protocol/limits.ts'
import { type PushKind, pushKindOf } from '#protocol/push.ts'
import type { Context } from '#server/context.ts'
import type { HubSummary } from '#server/features/hubs/hubs.record.ts'
import { peopleOf } from '#server/features/inbox/inbox.presenter.ts'
import { type FoundNotification, isReadable } from '#server/features/inbox/notifications.lookup.ts'
import type { NewShare } from './newShares.store.ts'

/** Something new to somebody, of which a device may be told. */
export interface PushItem {
  kind: PushKind
  /** They were called by name: rooms that are silent tell that all the same. */
  isCall: boolean
  /** It happened since they were last told; other things are told once more beside it. */
  isFresh: boolean
  /** The room in which it happened; null for none. */
  hub: HubSummary | null
  /** What it is. */
  of: { share: NewShare } | { news: FoundNotification }
}

/** For whom, and from when on it is fresh. */
interface Wanted {
  userNo: number
  since: Date
}

/**
 * What is new to somebody, as it is now: whatever they may not read any more, have seen meanwhile, or was done by somebody with whom one of
 * both has blocked the other, is not among it, nor is what happened in a room at which they look.
 * @param lookedAt the hubs that they have before their eyes, on whichever device.
 */
export async function findNew(
  { stores, clock }: Context,
  { userNo, since }: Wanted,
  lookedAt: ReadonlySet<number>,
): Promise<PushItem[]> {
  const keptSince = new Date(clock().getTime() - PUSH_KEPT_MS)
  const from = since < keptSince ? since : keptSince
  const [hubs, notifications, blocked, blockers] = await Promise.all([
    stores.hubs.glimpsesOf(userNo),
    stores.notifications.unseenSince(userNo, from, clock()),
    stores.personBlocks.of(userNo),
    stores.personBlocks.blockersOf(userNo),
  ])
  const avoided = new Set([...blockers, ...blocked.map(({ blockedNo }) => blockedNo)])
  const open = hubs.filter(({ hubNo }) => !lookedAt.has(hubNo))
  const byNo = new Map(open.map(hub => [hub.hubNo, hub]))
  const silent = new Set(open.filter(({ own }) => own.muted).map(({ hubNo }) => hubNo))
  // Where nothing has happened since, nothing was shared.
  const loud = open.filter(({ hubNo, lastActivity }) => !silent.has(hubNo) && lastActivity >= from)
  const readings = loud.map(({ hubNo, own }) => ({ hubNo, reader: own }))
  const shares = await stores.newShares.unseenSince(readings, from)
  return [
    ...shares
      .filter(({ authorNo }) => !avoided.has(authorNo))
      .map(share => ({
        kind: 'note' as const,
        isCall: false,
        isFresh: share.sharedAt >= since,
        hub: byNo.get(share.hubNo) ?? null,
        of: { share },
      })),
    ...notifications.flatMap(found => {
      const entry = withoutPeople(found, avoided)
      if (entry === null) return []
      const { hubNo, kind } = entry
      const isCall = kind === 'mention'
      if (hubNo !== undefined && (!byNo.has(hubNo) || (silent.has(hubNo) && !isCall))) return []
      const hub = hubNo === undefined ? null : (byNo.get(hubNo) ?? null)
      return [{ kind: pushKindOf[kind], isCall, isFresh: entry.at >= since, hub, of: { news: entry } }]
    }),
  ]
}

/** An entry without what these did; null when nothing is left to tell. */
function withoutPeople(found: FoundNotification, avoided: ReadonlySet<number>): FoundNotification | null {
  if (!isReadable(found)) return null
  if (avoided.size === 0 || peopleOf(found).length === 0) return found
  const left = {
    ...found,
    ...(found.byNos && { byNos: found.byNos.filter(userNo => !avoided.has(userNo)) }),
    // Of an empathy the comment is one's own.
    ...(found.kind !== 'empathy' && {
      comments: found.comments.filter(({ writerNo }) => !avoided.has(writerNo)),
    }),
  }
  return peopleOf(left).length === 0 ? null : left
}

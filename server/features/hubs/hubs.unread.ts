import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { countUnreadInHubs } from '#server/features/shares/shares.unread.ts'
import type { UnreadEntries, UnreadEntry } from './hubs.record.ts'

/**
 * From this number of hubs on, unread entries are cached: finding the changed hubs costs an additional query, but
 * much less per hub.
 */
const CACHED_FROM = 50
/** The cached value has no version; each entry has one. */
const NO_VERSION = 0

/** For all hubs of the viewer. All devices refetch it at once after a reconnect. */
export async function listUnread(context: Context, { userNo }: Viewer): Promise<UnreadEntry[]> {
  const lines = await context.coalesceRead(`unread of ${userNo}`, () => readUnread(context, userNo))
  return [...lines.values()]
}

async function readUnread(context: Context, userNo: number): Promise<UnreadEntries> {
  const { unreadLines } = context
  const keep = unreadLines.createSetter()
  const cached = unreadLines.peek(String(userNo), NO_VERSION)
  const lines = cached ? await readChanged(context, userNo, cached) : await readEntries(context, userNo)
  if (lines.size >= CACHED_FROM) keep(String(userNo), NO_VERSION, lines)
  return lines
}

/** An entry is valid while the revision of its hub is unchanged. */
async function readChanged(context: Context, userNo: number, cached: UnreadEntries): Promise<UnreadEntries> {
  const hubs = await context.repositories.hubs.findRevisions(userNo)
  const changedNos = hubs
    .filter(hub => cached.get(hub.hubNo)?.revision !== hub.revision)
    .map(hub => hub.hubNo)
  if (changedNos.length === 0 && hubs.length === cached.size) return cached
  const changed = await readEntries(context, userNo, changedNos)
  const removedNos = new Set(changedNos.filter(hubNo => !changed.has(hubNo)))
  const lines = new Map<number, UnreadEntry>()
  for (const { hubNo } of hubs) {
    const line = removedNos.has(hubNo) ? undefined : (changed.get(hubNo) ?? cached.get(hubNo))
    if (line) lines.set(hubNo, line)
  }
  return lines
}

/** For all hubs of the user, or for those of `among` that they are still a member of. */
async function readEntries(
  context: Context,
  userNo: number,
  hubNos?: readonly number[],
): Promise<Map<number, UnreadEntry>> {
  const memberships = await context.repositories.hubs.findMemberships(userNo, hubNos)
  const hubs = memberships.flatMap(hub => hub.members.map(reader => ({ ...hub, reader })))
  const numbers = await countUnreadInHubs(context, hubs)
  return new Map(
    hubs.map(({ hubNo, revision, reader }, at) => {
      const numUnreadArticles = numbers[at] ?? 0
      return [hubNo, { hubNo, numUnreadArticles, revision, isMuted: reader.muted ?? false }]
    }),
  )
}

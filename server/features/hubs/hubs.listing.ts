import { isMember, type Viewer } from '#protocol/access.ts'
import type { HubOrder } from '#protocol/hubs.ts'
import type { Context } from '#server/context.ts'
import { countUnreadInHubs, type ReadHub } from '#server/features/shares/shares.unread.ts'
import { notFound } from '#server/platform/errors.ts'
import { loadPage, type Page, type Range } from '#server/platform/paging.ts'
import type { HubRecord, MemberRecord, UnreadEntries, UnreadEntry } from './hubs.record.ts'

export type ListedHub = HubRecord & { numUnreadArticles: number }

/** Throws `notFound` if the viewer is not a member. */
export async function ownHub({ repositories }: Context, viewer: Viewer, hubNo: number): Promise<HubRecord> {
  return requireMember(viewer, await repositories.hubs.findByNo(hubNo))
}

export function requireMember(viewer: Viewer, hub: HubRecord | null): HubRecord {
  if (hub === null || !isMember(viewer, hub)) throw notFound()
  return hub
}

/** Parameters of a hub list. */
export interface HubListing {
  curPageNo: number
  hubsPerPage: number
  order?: HubOrder
  onlyUnread?: boolean
}

/** All devices of a user refetch it at once after an event, so concurrent calls share a read. */
export function listHubs(context: Context, viewer: Viewer, listing: HubListing): Promise<Page<ListedHub>> {
  const { curPageNo, hubsPerPage, order, onlyUnread } = listing
  const key = `hubs of ${viewer.userNo} ${curPageNo} ${hubsPerPage} ${order} ${onlyUnread}`
  return context.coalesceRead(key, () => readList(context, viewer, listing))
}

async function readList(
  context: Context,
  viewer: Viewer,
  { curPageNo, hubsPerPage, order = 'talk', onlyUnread = false }: HubListing,
): Promise<Page<ListedHub>> {
  const { userNo } = viewer
  const among = onlyUnread ? await unreadHubNos(context, viewer) : undefined
  const isOfAllByTalk = order === 'talk' && among === undefined
  const page = await loadPage(curPageNo, hubsPerPage, range =>
    isOfAllByTalk
      ? pageByActivity(context, userNo, range)
      : context.repositories.hubs.findPage(userNo, range, { order, among }),
  )
  return { ...page, items: await withUnreadAll(context, userNo, page.items) }
}

/** Users with a thousand hubs do not wait for a full read: the node caches their number of hubs and pins. */
async function pageByActivity(
  { repositories: { hubs }, hubCounts }: Context,
  userNo: number,
  range: Range,
): Promise<{ items: HubRecord[]; total: number }> {
  const newest = await hubs.findNewest(userNo, range)
  if (newest.isAll) return newest
  const counts = (await hubCounts.getMany([userNo])).get(userNo)
  const isPage = newest.isSettled && newest.pinned === counts?.pinned
  return isPage ? { items: newest.items, total: counts.total } : hubs.findPage(userNo, range)
}

/** The hubs were read before the count, so each count is at least as new as the hub's revision. */
export async function withUnreadAll(
  context: Context,
  userNo: number,
  hubs: readonly HubRecord[],
): Promise<ListedHub[]> {
  const numbers = await countUnreadInHubs(context, hubs.map(toReadHub(userNo)))
  return hubs.map((hub, at) => ({ ...hub, numUnreadArticles: numbers[at] ?? 0 }))
}

async function unreadHubNos(context: Context, viewer: Viewer): Promise<number[]> {
  const hubs = await listUnread(context, viewer)
  return hubs.filter(({ numUnreadArticles }) => numUnreadArticles > 0).map(({ hubNo }) => hubNo)
}

/** The revision was read before the count, so the count is at least as new. */
export async function withUnread(context: Context, userNo: number, hub: HubRecord): Promise<ListedHub> {
  const [numUnreadArticles = 0] = await countUnreadInHubs(context, [hub].map(toReadHub(userNo)))
  return { ...hub, numUnreadArticles }
}

function toReadHub(userNo: number): (hub: HubRecord) => ReadHub {
  return hub => ({ ...hub, reader: memberOf(hub, userNo) })
}

export function memberOf(hub: Pick<HubRecord, 'hubNo' | 'members'>, userNo: number): MemberRecord {
  const member = hub.members.find(candidate => candidate.userNo === userNo)
  if (member === undefined) throw new Error(`user ${userNo} is not in hub ${hub.hubNo}`)
  return member
}

/**
 * From this number of hubs on, unread entries are cached: finding the changed hubs costs an additional query, but
 * much less per hub.
 */
const CACHED_FROM = 50
/** The cached value has no version; each entry has one. */
const NO_VERSION = 0

/** For all hubs of the viewer. All devices refetch it at once after a reconnect. */
export async function listUnread(context: Context, { userNo }: Viewer): Promise<UnreadEntry[]> {
  const entries = await context.coalesceRead(`unread of ${userNo}`, () => readUnread(context, userNo))
  return [...entries.values()]
}

async function readUnread(context: Context, userNo: number): Promise<UnreadEntries> {
  const { unreadEntries } = context
  const cacheEntries = unreadEntries.createSetter()
  const cached = unreadEntries.peek(String(userNo), NO_VERSION)
  const entries = cached ? await readChanged(context, userNo, cached) : await readEntries(context, userNo)
  if (entries.size >= CACHED_FROM) cacheEntries(String(userNo), NO_VERSION, entries)
  return entries
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
  const entries = new Map<number, UnreadEntry>()
  for (const { hubNo } of hubs) {
    const entry = removedNos.has(hubNo) ? undefined : (changed.get(hubNo) ?? cached.get(hubNo))
    if (entry) entries.set(hubNo, entry)
  }
  return entries
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

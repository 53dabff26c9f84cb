import type { Viewer } from '#protocol/access.ts'
import type { HubPreferencesView, HubView, LatestView, ParticipantsView, UnreadView } from '#protocol/hubs.ts'
import type { SeenInHub } from '#protocol/seen.ts'
import type { Context } from '#server/context.ts'
import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { type ListedHub, memberOf } from './hubs.listing.ts'
import type { HubRecord } from './hubs.record.ts'
import { removableUntil } from './hubs.rules.ts'
import type { LatestRecord } from './latest.repository.ts'

/** Names the other members in joining order. The only member of a hub sees their own name. */
export function hubView(
  hub: ListedHub,
  people: ReadonlyMap<number, PersonRecord>,
  viewer: Pick<Viewer, 'userNo'>,
  t: Translate,
): HubView {
  const me = memberOf(hub, viewer.userNo)
  const others = hub.members.filter(member => member.userNo !== viewer.userNo)
  const namedMembers = (others.length > 0 ? others : hub.members).map(member =>
    personOrDeleted(member.userNo, people, t),
  )
  return {
    hubNo: hub.hubNo,
    userNos: namedMembers.map(person => person.userNo),
    names: namedMembers.map(person => person.userName),
    pics: namedMembers.map(person => person.profPic),
    numUnreadArticles: hub.numUnreadArticles,
    revision: hub.revision,
    version: hub.version,
    name: hub.name ?? '',
    activeAt: hub.lastActivity.toISOString(),
    isMuted: me.muted ?? false,
    isPinned: me.pinned ?? false,
  }
}

export async function hubViews(
  context: Context,
  hubs: ListedHub[],
  viewer: Viewer,
  t: Translate,
): Promise<HubView[]> {
  const userNos = hubs.flatMap(hub => hub.members.map(member => member.userNo))
  const people = await context.people.getMany(userNos)
  return hubs.map(hub => hubView(hub, people, viewer, t))
}

/** With the latest activity of each hub. */
export async function listedHubViews(
  context: Context,
  hubs: ListedHub[],
  viewer: Viewer,
  t: Translate,
): Promise<HubView[]> {
  const [views, latest] = await Promise.all([hubViews(context, hubs, viewer, t), findLatest(context, hubs)])
  // The writer of a comment may have left the hub.
  const people = await context.people.getMany([...latest.values()].flatMap(found => found?.writerNo ?? []))
  return views.map(view => {
    const found = latest.get(view.hubNo)
    return { ...view, latest: found ? latestView(found, people, t) : null }
  })
}

function latestView(
  { kind, writerNo, text, at }: LatestRecord,
  people: ReadonlyMap<number, PersonRecord>,
  t: Translate,
): LatestView {
  const { userName: writer } = personOrDeleted(writerNo, people, t)
  return { kind, writerNo, writer, text, at: at.toISOString() }
}

export function participantsView(
  hub: HubRecord,
  people: ReadonlyMap<number, PersonRecord>,
  t: Translate,
): ParticipantsView {
  return {
    hubNo: hub.hubNo,
    version: hub.version,
    participants: hub.members.map(member => ({
      ...personOrDeleted(member.userNo, people, t),
      ...(member.cameByLink && { removableUntil: removableUntil(member).toISOString() }),
    })),
    name: hub.name ?? '',
  }
}

type Counted = Pick<ListedHub, 'hubNo' | 'numUnreadArticles' | 'revision' | 'members'>

export function unreadView(hub: Counted, userNo: number): Required<UnreadView> {
  const { hubNo, numUnreadArticles, revision } = hub
  return { hubNo, numUnreadArticles, revision, isMuted: memberOf(hub, userNo).muted ?? false }
}

/** Sent to the member's own tabs. */
export function seenView(hub: Counted, userNo: number): SeenInHub {
  const { readSeq, seen = [] } = memberOf(hub, userNo)
  return { ...unreadView(hub, userNo), readSeq, seen: seen.map(({ from, to }) => ({ from, to })) }
}

/** Sent to the member's own tabs. */
export function preferencesView(hub: Counted, userNo: number): HubPreferencesView {
  return { ...unreadView(hub, userNo), isPinned: memberOf(hub, userNo).pinned ?? false }
}

/** Latest activity of each hub by number, at least as new as the hub version. Cached by that version. */
async function findLatest(
  { repositories, latestInHubs }: Context,
  hubs: readonly Pick<HubRecord, 'hubNo' | 'version'>[],
): Promise<Map<number, LatestRecord | null>> {
  const missing = hubs.filter(({ hubNo, version }) => latestInHubs.peek(String(hubNo), version) === undefined)
  const found = repositories.latest.findByHubs(missing.map(({ hubNo }) => hubNo))
  const reads = hubs.map(async ({ hubNo, version }) => {
    const load = async () => ({ latest: (await found).get(hubNo) ?? null })
    const { latest } = await latestInHubs.getOrLoad(String(hubNo), version, load)
    return [hubNo, latest] as const
  })
  return new Map(await Promise.all(reads))
}

import type { Viewer } from '#protocol/access.ts'
import type { HubView, KeptHubView, LatestView, ParticipantsView, UnreadView } from '#protocol/hubs.ts'
import type { SeenInHub } from '#protocol/seen.ts'
import type { Context } from '#server/context.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import type { Say } from '#server/platform/say.ts'
import { latestOf } from './hubs.latest.ts'
import { type ListedHub, memberOf } from './hubs.listing.ts'
import type { HubRecord } from './hubs.record.ts'
import { removableUntil } from './hubs.rules.ts'
import type { LatestRecord } from './latest.store.ts'

/** Names the others in joining order; somebody alone in a hub sees themselves. */
export function hubView(
  hub: ListedHub,
  people: ReadonlyMap<number, PersonRecord>,
  viewer: Pick<Viewer, 'userNo'>,
  say: Say,
): HubView {
  const me = memberOf(hub, viewer.userNo)
  const others = hub.members.filter(member => member.userNo !== viewer.userNo)
  const named = (others.length > 0 ? others : hub.members).map(member =>
    personOrGone(member.userNo, people, say),
  )
  return {
    hubNo: hub.hubNo,
    userNos: named.map(person => person.userNo),
    names: named.map(person => person.userName),
    pics: named.map(person => person.profPic),
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
  say: Say,
): Promise<HubView[]> {
  const userNos = hubs.flatMap(hub => hub.members.map(member => member.userNo))
  const people = await context.people.of(userNos)
  return hubs.map(hub => hubView(hub, people, viewer, say))
}

/** With what happened last in each. */
export async function listedHubViews(
  context: Context,
  hubs: ListedHub[],
  viewer: Viewer,
  say: Say,
): Promise<HubView[]> {
  const [views, latest] = await Promise.all([hubViews(context, hubs, viewer, say), latestOf(context, hubs)])
  // Somebody may have left whose comment stays.
  const people = await context.people.of([...latest.values()].flatMap(found => found?.writerNo ?? []))
  return views.map(view => {
    const found = latest.get(view.hubNo)
    return { ...view, latest: found ? latestView(found, people, say) : null }
  })
}

function latestView(
  { kind, writerNo, text, at }: LatestRecord,
  people: ReadonlyMap<number, PersonRecord>,
  say: Say,
): LatestView {
  const { userName: writer } = personOrGone(writerNo, people, say)
  return { kind, writerNo, writer, text, at: at.toISOString() }
}

export function participantsView(
  hub: HubRecord,
  people: ReadonlyMap<number, PersonRecord>,
  say: Say,
): ParticipantsView {
  return {
    hubNo: hub.hubNo,
    version: hub.version,
    participants: hub.members.map(member => ({
      ...personOrGone(member.userNo, people, say),
      ...(member.cameByLink && { removableUntil: removableUntil(member).toISOString() }),
    })),
    name: hub.name ?? '',
  }
}

type Counted = Pick<ListedHub, 'hubNo' | 'numUnreadArticles' | 'revision' | 'members'>

/** A member's unread number. */
export function unreadView(hub: Counted, userNo: number): Required<UnreadView> {
  const { hubNo, numUnreadArticles, revision } = hub
  return { hubNo, numUnreadArticles, revision, isMuted: memberOf(hub, userNo).muted ?? false }
}

/** What a member is told alone. */
export function seenView(hub: Counted, userNo: number): SeenInHub {
  const { readSeq, seen = [] } = memberOf(hub, userNo)
  return { ...unreadView(hub, userNo), readSeq, seen: seen.map(({ from, to }) => ({ from, to })) }
}

/** Likewise. */
export function keptView(hub: Counted, userNo: number): KeptHubView {
  return { ...unreadView(hub, userNo), isPinned: memberOf(hub, userNo).pinned ?? false }
}

import type { Viewer } from '#protocol/access.ts'
import type { HubView, ParticipantsView } from '#protocol/hubs.ts'
import type { Context } from '#server/context.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import type { Say } from '#server/platform/say.ts'
import type { ListedHub } from './hubs.listing.ts'
import type { HubRecord } from './hubs.store.ts'

/** Names the others in joining order; somebody alone in a hub sees themselves. */
export function hubView(
  hub: ListedHub,
  people: ReadonlyMap<number, PersonRecord>,
  viewer: Pick<Viewer, 'userNo'>,
  say: Say,
): HubView {
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

export function participantsView(
  hub: HubRecord,
  people: ReadonlyMap<number, PersonRecord>,
  say: Say,
): ParticipantsView {
  return {
    hubNo: hub.hubNo,
    version: hub.version,
    participants: hub.members.map(member => personOrGone(member.userNo, people, say)),
  }
}

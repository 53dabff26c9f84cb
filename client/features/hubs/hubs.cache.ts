import type { PersonView } from '#protocol/accounts.ts'
import type { HubPreferencesView, HubView, LatestView, ParticipantsView } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'

/**
 * Updates of a cached page of hubs by live events. All functions are pure; duplicate, late and early events
 * are safe.
 */

interface HasHubs {
  hubs: HubView[]
}

/** Inserts a new hub on the first page below the pinned ones, and keeps the length of the page. */
export function withHubAdded<Page extends HasHubs>(page: Page, hub: HubView, perPage = HUBS_PER_PAGE): Page {
  const known = page.hubs.find(({ hubNo }) => hubNo === hub.hubNo)
  if (known && known.version >= hub.version) return page
  if (known) return { ...page, hubs: page.hubs.map(other => (other === known ? hub : other)) }
  const pinned = page.hubs.filter(({ isPinned }) => isPinned)
  const others = page.hubs.filter(({ isPinned }) => !isPinned)
  return { ...page, hubs: [...pinned, hub, ...others].slice(0, perPage) }
}

export function withHubRemoved<Page extends HasHubs>(page: Page, hubNo: number): Page {
  if (!page.hubs.some(hub => hub.hubNo === hubNo)) return page
  return { ...page, hubs: page.hubs.filter(hub => hub.hubNo !== hubNo) }
}

/** Applies the members of a hub. The event contains all members, so a missed earlier one does no harm. */
export function withMembers<Page extends HasHubs>(page: Page, members: ParticipantsView, myNo: number): Page {
  const known = page.hubs.find(({ hubNo }) => hubNo === members.hubNo)
  if (!known || known.version >= members.version) return page
  const shown = shownMembers(members.participants, myNo)
  const hub: HubView = {
    ...known,
    version: members.version,
    userNos: shown.map(({ userNo }) => userNo),
    names: shown.map(({ userName }) => userName),
    pics: shown.map(({ profPic }) => profPic),
  }
  return { ...page, hubs: page.hubs.map(other => (other === known ? hub : other)) }
}

export function withName<Page extends HasHubs>(
  page: Page,
  { hubNo, version, name }: { hubNo: number; version: number; name: string },
): Page {
  return withHub(page, hubNo, hub => (hub.version >= version ? hub : { ...hub, name }))
}

/** Applies the latest activity unless a later one is known. */
export function withLatest<Page extends HasHubs>(page: Page, hubNo: number, latest: LatestView): Page {
  return withHub(page, hubNo, hub => (hub.latest && hub.latest.at > latest.at ? hub : { ...hub, latest }))
}

/** Applies the user's preferences. Only the server knows the new position in the list. */
export function withPreferences<Page extends HasHubs>(page: Page, preferences: HubPreferencesView): Page {
  const { hubNo, revision, isMuted, isPinned } = preferences
  return withHub(page, hubNo, hub =>
    hub.revision >= revision ? hub : { ...hub, revision, isMuted, isPinned },
  )
}

function withHub<Page extends HasHubs>(page: Page, hubNo: number, change: (hub: HubView) => HubView): Page {
  return { ...page, hubs: page.hubs.map(hub => (hub.hubNo === hubNo ? change(hub) : hub)) }
}

/** An open room and its place in the list. */
export interface OpenRoom {
  hub: HubView
  place: number
}

/** Keeps the open room at its place in a list of unread rooms that it has left because it was read. */
export function withOpenRoom(hubs: HubView[], open: OpenRoom | null): HubView[] {
  if (!open || hubs.some(({ hubNo }) => hubNo === open.hub.hubNo)) return hubs
  return [...hubs.slice(0, open.place), open.hub, ...hubs.slice(open.place)]
}

/** The other members, or the user if there are none. */
export function shownMembers<Member extends PersonView>(members: readonly Member[], myNo: number): Member[] {
  const others = members.filter(({ userNo }) => userNo !== myNo)
  return others.length > 0 ? others : [...members]
}

/**
 * Keeps the order of the existing rows with their latest data, even of those that have left the page. New
 * rows are appended if the page has more.
 */
export function mergeStableRows(current: readonly HubView[], fresh: readonly HubView[]): HubView[] {
  const updated = current.map(hub => fresh.find(({ hubNo }) => hubNo === hub.hubNo) ?? hub)
  const newcomers = fresh.filter(hub => !updated.includes(hub))
  return [...updated, ...newcomers].slice(0, Math.max(current.length, fresh.length))
}

import type { PersonView } from '#protocol/accounts.ts'
import type { HubView, KeptHubView, LatestView, ParticipantsView } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'

/** What live events do to a page of hubs: pure, and the same event twice, late or early changes nothing wrongly. */

interface HasHubs {
  hubs: HubView[]
}

/** Puts a new hub on top of the first page, below what is pinned there; the list keeps its length. */
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

/** Takes who is in a hub now. The event tells all members, so a missed one before it does no harm. */
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

/** Takes what a hub is called now. */
export function withName<Page extends HasHubs>(
  page: Page,
  { hubNo, version, name }: { hubNo: number; version: number; name: string },
): Page {
  return withHub(page, hubNo, hub => (hub.version >= version ? hub : { ...hub, name }))
}

/** Takes what happened in a hub, unless something later is known. */
export function withLatest<Page extends HasHubs>(page: Page, hubNo: number, latest: LatestView): Page {
  return withHub(page, hubNo, hub => (hub.latest && hub.latest.at > latest.at ? hub : { ...hub, latest }))
}

/** Takes how its reader keeps a hub. In which place it stands then, only the server knows. */
export function withKept<Page extends HasHubs>(page: Page, kept: KeptHubView): Page {
  const { hubNo, revision, isMuted, isPinned } = kept
  return withHub(page, hubNo, hub =>
    hub.revision >= revision ? hub : { ...hub, revision, isMuted, isPinned },
  )
}

function withHub<Page extends HasHubs>(page: Page, hubNo: number, change: (hub: HubView) => HubView): Page {
  return { ...page, hubs: page.hubs.map(hub => (hub.hubNo === hubNo ? change(hub) : hub)) }
}

/** Everybody but oneself; alone, only oneself. */
export function shownMembers<Member extends PersonView>(members: readonly Member[], myNo: number): Member[] {
  const others = members.filter(({ userNo }) => userNo !== myNo)
  return others.length > 0 ? others : [...members]
}

/**
 * Rows that stand already keep their places, as they are by now, even if the page holds them no longer; newcomers get a
 * place below them if the page has one more.
 */
export function heldRows(held: readonly HubView[], fresh: readonly HubView[]): HubView[] {
  const rows = held.map(hub => fresh.find(({ hubNo }) => hubNo === hub.hubNo) ?? hub)
  const newcomers = fresh.filter(hub => !rows.includes(hub))
  return [...rows, ...newcomers].slice(0, Math.max(held.length, fresh.length))
}

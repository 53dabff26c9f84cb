import type { HubView, MeView, ParticipantsView } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'

/** What live events do to a page of hubs: pure, and the same event twice, late or early changes nothing wrongly. */

interface HasHubs {
  hubs: HubView[]
}

/** Puts a new hub on top of the first page; the list keeps its length. */
export function withHubAdded<Page extends HasHubs>(page: Page, hub: HubView, perPage = HUBS_PER_PAGE): Page {
  const known = page.hubs.find(({ hubNo }) => hubNo === hub.hubNo)
  if (known && known.version >= hub.version) return page
  if (known) return { ...page, hubs: page.hubs.map(other => (other === known ? hub : other)) }
  return { ...page, hubs: [hub, ...page.hubs].slice(0, perPage) }
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

/** Everybody but oneself; alone, only oneself. */
export function shownMembers<Member extends MeView>(members: readonly Member[], myNo: number): Member[] {
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

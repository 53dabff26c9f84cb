import type { ReplyOf } from '#protocol/call.ts'
import type { getShareHubs } from '#protocol/shares.ts'

type Answer = ReplyOf<typeof getShareHubs>

export interface ShareHubsPage extends Omit<Answer, 'readCounts'> {
  /** By hub number: how many of its members have opened the note. */
  readCounts: ReadonlyMap<number, number>
}

/** Hubs come and go while the page is open, so what belongs to a hub is kept under its number. */
export function shareHubsPage({ readCounts, ...answer }: Answer): ShareHubsPage {
  const counts = answer.hubs.map(({ hubNo }, index) => [hubNo, readCounts[index] ?? 0] as const)
  return { ...answer, readCounts: new Map(counts) }
}

/** Notes that a hub has the note from now on, or no longer. Told twice it changes nothing. */
export function withSharing(page: ShareHubsPage, hubNo: number, isShared: boolean): ShareHubsPage {
  if (page.shared.includes(hubNo) === isShared) return page
  const others = page.shared.filter(other => other !== hubNo)
  return { ...page, shared: isShared ? [...others, hubNo] : others }
}

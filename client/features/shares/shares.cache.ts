import type { ReplyOf } from '#protocol/call.ts'
import type { getShareHubs } from '#protocol/shares.ts'

type Answer = ReplyOf<typeof getShareHubs>

export interface ShareHubsPage extends Omit<Answer, 'readCounts' | 'readerNos'> {
  /** By hub number: how many of its members have opened the note. */
  readCounts: ReadonlyMap<number, number>
  /** Likewise, who they are. */
  readers: ReadonlyMap<number, readonly number[]>
}

/** Hubs come and go while the page is open, so what belongs to a hub is kept under its number. */
export function shareHubsPage({ readCounts, readerNos = [], ...answer }: Answer): ShareHubsPage {
  const counts = answer.hubs.map(({ hubNo }, index) => [hubNo, readCounts[index] ?? 0] as const)
  const readers = answer.hubs.map(({ hubNo }, index) => [hubNo, readerNos[index] ?? []] as const)
  return { ...answer, readCounts: new Map(counts), readers: new Map(readers) }
}

/** Notes that a hub has the note from now on, or no longer. Told twice it changes nothing. */
export function withSharing(page: ShareHubsPage, hubNo: number, isShared: boolean): ShareHubsPage {
  if (page.shared.includes(hubNo) === isShared) return page
  const others = page.shared.filter(other => other !== hubNo)
  return { ...page, shared: isShared ? [...others, hubNo] : others }
}

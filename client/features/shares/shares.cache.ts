import type { ReplyOf } from '#protocol/call.ts'
import type { getShareHubs } from '#protocol/shares.ts'

type ShareHubsReply = ReplyOf<typeof getShareHubs>

export interface ShareHubsPage extends Omit<ShareHubsReply, 'readCounts' | 'readerNos'> {
  /** Number of members who have opened the note, by hub number. */
  readCounts: ReadonlyMap<number, number>
  /** Their user numbers, by hub number. */
  readers: ReadonlyMap<number, readonly number[]>
}

/** Keyed by hub number, because hubs come and go while the page is open. */
export function shareHubsPage({ readCounts, readerNos = [], ...reply }: ShareHubsReply): ShareHubsPage {
  const counts = reply.hubs.map(({ hubNo }, index) => [hubNo, readCounts[index] ?? 0] as const)
  const readers = reply.hubs.map(({ hubNo }, index) => [hubNo, readerNos[index] ?? []] as const)
  return { ...reply, readCounts: new Map(counts), readers: new Map(readers) }
}

/** Idempotent. */
export function withSharing(page: ShareHubsPage, hubNo: number, isShared: boolean): ShareHubsPage {
  if (page.shared.includes(hubNo) === isShared) return page
  const others = page.shared.filter(other => other !== hubNo)
  return { ...page, shared: isShared ? [...others, hubNo] : others }
}

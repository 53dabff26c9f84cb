import type { ReplyOf } from '#protocol/call.ts'
import type { getShareHubs } from '#protocol/shares.ts'

export type ShareHubsPage = ReplyOf<typeof getShareHubs>

/** Notes that a hub has the note from now on, or no longer. Told twice it changes nothing. */
export function withSharing(page: ShareHubsPage, hubNo: number, isShared: boolean): ShareHubsPage {
  if (page.shared.includes(hubNo) === isShared) return page
  const others = page.shared.filter(other => other !== hubNo)
  return { ...page, shared: isShared ? [...others, hubNo] : others }
}

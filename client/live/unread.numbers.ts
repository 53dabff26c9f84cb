import type { UnreadView } from '#protocol/hubs.ts'

/** By hub number. Every badge, the document's title and the app's icon speak from this one map. */
export type UnreadNumbers = ReadonlyMap<number, UnreadView>

export const noUnread: UnreadNumbers = new Map()

/** The revision of a hub that one has left: none is newer. */
export const LEFT = Number.POSITIVE_INFINITY

export function hasLeft(numbers: UnreadNumbers, hubNo: number): boolean {
  return numbers.get(hubNo)?.revision === LEFT
}

/** Those of the hubs that one is in. */
export function unreadByHub(numbers: UnreadNumbers): UnreadView[] {
  return [...numbers.values()].filter(({ revision }) => revision !== LEFT)
}

export function mutedHubNos(numbers: UnreadNumbers): number[] {
  const muted = [...numbers].filter(([, { isMuted, revision }]) => isMuted && revision !== LEFT)
  return muted.map(([hubNo]) => hubNo).sort((a, b) => a - b)
}

/** Without the hubs that one has muted. */
export function totalUnread(numbers: UnreadNumbers): number {
  const loud = unreadByHub(numbers).filter(({ isMuted }) => !isMuted)
  return loud.reduce((total, { numUnreadArticles }) => total + numUnreadArticles, 0)
}

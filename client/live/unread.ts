import { atom } from 'jotai'
import type { UnreadView } from '#protocol/hubs.ts'
import { UNREAD_SHOWN_MAX } from '#protocol/limits.ts'

/** By hub number. */
export type UnreadNumbers = ReadonlyMap<number, UnreadView>

export const noUnread: UnreadNumbers = new Map()

/** Marks a hub that the user has left: no revision is newer. */
export const LEFT_REVISION = Number.POSITIVE_INFINITY

export function hasLeft(numbers: UnreadNumbers, hubNo: number): boolean {
  return numbers.get(hubNo)?.revision === LEFT_REVISION
}

/** The hubs that the user is in. */
export function unreadByHub(numbers: UnreadNumbers): UnreadView[] {
  return [...numbers.values()].filter(({ revision }) => revision !== LEFT_REVISION)
}

function mutedHubNos(numbers: UnreadNumbers): number[] {
  const muted = [...numbers].filter(([, { isMuted, revision }]) => isMuted && revision !== LEFT_REVISION)
  return muted.map(([hubNo]) => hubNo).sort((a, b) => a - b)
}

/** Excludes muted hubs. */
export function totalUnread(numbers: UnreadNumbers): number {
  const unmuted = unreadByHub(numbers).filter(({ isMuted }) => !isMuted)
  return unmuted.reduce((total, { numUnreadArticles }) => total + numUnreadArticles, 0)
}

/** Unread counts by hub, the source of every badge, the tab title and the app icon. */
export const unreadNumbersAtom = atom(noUnread)

/** Unread notes in all hubs of the user that are not muted. */
export const unreadTotalAtom = atom(get => totalUnread(get(unreadNumbersAtom)))

export const mutedHubNosAtom = atom(get => mutedHubNos(get(unreadNumbersAtom)))

/** Number of hubs with unread notes, including muted ones. */
export const unreadHubCountAtom = atom(
  get => unreadByHub(get(unreadNumbersAtom)).filter(({ numUnreadArticles }) => numUnreadArticles > 0).length,
)

/** Memoize it: each call creates a new atom. */
export const unreadOfHubAtom = (hubNo: number) =>
  atom(get => get(unreadNumbersAtom).get(hubNo)?.numUnreadArticles ?? 0)

/** Prefix of the tab title: '(3) ', '(99+) ', a dot if there are only notifications, or nothing. */
export function unreadMark(total: number, hasNotifications = false): string {
  if (total === 0) return hasNotifications ? '• ' : ''
  return total > UNREAD_SHOWN_MAX ? `(${UNREAD_SHOWN_MAX}+) ` : `(${total}) `
}

/** Number of waiting reports for administrators; 0 for everybody else. */
export const waitingReportsAtom = atom(0)

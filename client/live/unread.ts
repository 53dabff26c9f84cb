import { atom } from 'jotai'
import { UNREAD_SHOWN_MAX } from '#protocol/limits.ts'
import { mutedHubNos, noUnread, totalUnread, unreadByHub } from './unread.numbers.ts'

/** The one store of unread numbers: every badge, the tab's title and the app's icon speak from it. */
export const unreadNumbersAtom = atom(noUnread)

/** Unread notes in all of the user's hubs, but for those that they have muted. */
export const unreadTotalAtom = atom(get => totalUnread(get(unreadNumbersAtom)))

/** The user's muted hubs, in the order of their numbers. */
export const mutedHubNosAtom = atom(get => mutedHubNos(get(unreadNumbersAtom)))

/** In how many of them, muted ones too, something is unread. */
export const unreadHubCountAtom = atom(
  get => unreadByHub(get(unreadNumbersAtom)).filter(({ numUnreadArticles }) => numUnreadArticles > 0).length,
)

/** Keep it in a memo: each call makes another atom. */
export const unreadOfHubAtom = (hubNo: number) =>
  atom(get => get(unreadNumbersAtom).get(hubNo)?.numUnreadArticles ?? 0)

/** What stands before a tab's title: '(3) ', '(99+) ', a dot when only the bell has something, or nothing. */
export function unreadMark(total: number, hasNotifications = false): string {
  if (total === 0) return hasNotifications ? '• ' : ''
  return total > UNREAD_SHOWN_MAX ? `(${UNREAD_SHOWN_MAX}+) ` : `(${total}) `
}

import { atom, getDefaultStore } from 'jotai'
import type { UnreadView } from '#protocol/hubs.ts'
import { UNREAD_SHOWN_MAX } from '#protocol/limits.ts'
import { noUnread, totalUnread, withUnread } from './unread.reducer.ts'

/** The one store of unread numbers: every badge, the tab's title and the app's icon speak from it. */
export const unreadNumbersAtom = atom(noUnread)

/** Unread notes in all of the user's hubs. */
export const unreadTotalAtom = atom(get => totalUnread(get(unreadNumbersAtom)))

/** Keep it in a memo: each call makes another atom. */
export const unreadOfHubAtom = (hubNo: number) =>
  atom(get => get(unreadNumbersAtom).get(hubNo)?.numUnreadArticles ?? 0)

/** Takes the numbers that an answer or event brought along. */
export function takeUnread(told: readonly UnreadView[]): void {
  getDefaultStore().set(unreadNumbersAtom, numbers => withUnread(numbers, told))
}

/** What stands before a tab's title: '(3) ', '(99+) ', or nothing. */
export function unreadMark(total: number): string {
  if (total === 0) return ''
  return total > UNREAD_SHOWN_MAX ? `(${UNREAD_SHOWN_MAX}+) ` : `(${total}) `
}

import { getDefaultStore } from 'jotai'
import type { UnreadView } from '#protocol/hubs.ts'
import { withUnread } from './unread.reducer.ts'
import { unreadNumbersAtom } from './unread.ts'

/** Takes the numbers that an answer or event brought along. */
export function setUnreadCounts(told: readonly UnreadView[]): void {
  getDefaultStore().set(unreadNumbersAtom, numbers => withUnread(numbers, told))
}

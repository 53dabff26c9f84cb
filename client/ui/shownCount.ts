import { UNREAD_SHOWN_MAX } from '#protocol/limits.ts'

/** A number as badges write it: '99+' stands for all that are higher. */
export function shownCount(count: number): string {
  return count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(count)
}

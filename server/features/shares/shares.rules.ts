import { UNREAD_CAP } from '#protocol/limits.ts'

export interface Reader {
  userNo: number
  /** Shares up to this number are read. */
  readSeq: number
}

/**
 * A reader's unread number as far as the newest shares of the hub tell it: others' shares after what was read.
 * Null when older shares, which are not among these, would have to be counted, too.
 */
export function unreadAmong(
  newest: readonly { seq: number; authorNo: number }[],
  areAll: boolean,
  reader: Reader,
): number | null {
  const unread = newest.filter(share => share.seq > reader.readSeq && share.authorNo !== reader.userNo).length
  if (unread >= UNREAD_CAP) return UNREAD_CAP
  const oldest = newest.at(-1)?.seq ?? 0
  return areAll || oldest <= reader.readSeq ? unread : null
}

import { UNREAD_CAP } from '#protocol/limits.ts'
import { firstUnseen, hasSeen } from '#protocol/seen.ts'
import type { CountedShare, Reader } from './shares.store.ts'

/**
 * Tells readers' unread numbers as far as the newest shares of the hub, or all that somebody has not read, hold them:
 * others' shares that the reader has not seen, of notes that they had not opened before.
 * Null when older shares, which are not among these, would have to be counted, too.
 */
export function unreadAmong(
  newest: readonly CountedShare[],
  areAll: boolean,
): (reader: Reader) => number | null {
  const all = newest.map(({ seq }) => seq)
  const oldest = all.at(-1) ?? 0
  const notNewTo = new Map<number, number[]>()
  for (const { seq, authorNo, seenBy = [] } of newest)
    for (const userNo of new Set([authorNo, ...seenBy])) {
      const seqs = notNewTo.get(userNo)
      if (seqs) seqs.push(seq)
      else notNewTo.set(userNo, [seq])
    }
  return reader => {
    const unread = countUnseen(reader, all) - countUnseen(reader, notNewTo.get(reader.userNo) ?? [])
    if (unread >= UNREAD_CAP) return UNREAD_CAP
    return areAll || oldest <= firstUnseen(reader) ? unread : null
  }
}

/** Whether a share that is live counts among somebody's unread ones. */
export function isUnread({ seq, authorNo, seenBy }: CountedShare, reader: Reader): boolean {
  return authorNo !== reader.userNo && !hasSeen(reader, seq) && !seenBy?.includes(reader.userNo)
}

function countUnseen(reader: Reader, seqs: readonly number[]): number {
  let count = 0
  for (const seq of seqs) if (!hasSeen(reader, seq)) count += 1
  return count
}

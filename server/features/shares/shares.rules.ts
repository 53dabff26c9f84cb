import { UNREAD_CAP } from '#protocol/limits.ts'
import type { CountedShare, Reader } from './shares.store.ts'

/**
 * Tells readers' unread numbers as far as the newest shares of the hub, or all that somebody has not read, hold them:
 * others' shares after what was read, of notes that the reader had not opened before.
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
  return ({ userNo, readSeq }) => {
    const unread = countAfter(readSeq, all) - countAfter(readSeq, notNewTo.get(userNo) ?? [])
    if (unread >= UNREAD_CAP) return UNREAD_CAP
    return areAll || oldest <= readSeq ? unread : null
  }
}

function countAfter(readSeq: number, seqs: readonly number[]): number {
  let count = 0
  for (const seq of seqs) if (seq > readSeq) count += 1
  return count
}

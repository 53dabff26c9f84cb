import { SEEN_RANGES_MAX } from '#protocol/limits.ts'
import type { Seen, SeenRange } from '#protocol/seen.ts'

/** A member's word of what they had before their eyes. */
export interface SeenReport {
  userNo: number
  seqs: readonly number[]
  /** They did more than see it: they have opened this note. */
  openedNoteNo?: number
}

/**
 * What a member has seen with these shares besides, ranges that touch made one. When they are more than are kept, the
 * lowest gap counts as read.
 * @param notUnread numbers that are unread for this member in any case: they fill gaps, and stand for nothing alone.
 */
export function withSeen(
  { readSeq, seen = [] }: Seen,
  seqs: readonly number[],
  notUnread: readonly number[] = [],
): { readSeq: number; seen: SeenRange[] } {
  const looked = joined([{ from: 0, to: readSeq }, ...seen, ...seqs.map(alone)])
  const all = joined([...looked, ...notUnread.map(alone)]).filter(range =>
    looked.some(({ from, to }) => range.from <= from && to <= range.to),
  )
  const [first = { from: 0, to: readSeq }, ...ranges] = all
  const tooMany = Math.max(0, ranges.length - SEEN_RANGES_MAX)
  const lastRead = ranges[tooMany - 1] ?? first
  return { readSeq: lastRead.to, seen: ranges.slice(tooMany) }
}

const alone = (seq: number): SeenRange => ({ from: seq, to: seq })

/** In order, those that overlap or touch made one. */
function joined(ranges: readonly SeenRange[]): SeenRange[] {
  const inOrder = [...ranges].sort((a, b) => a.from - b.from)
  const made: SeenRange[] = []
  for (const { from, to } of inOrder) {
    const last = made.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else made.push({ from, to })
  }
  return made
}

import { SEEN_RANGES_MAX } from '#protocol/limits.ts'
import type { Seen, SeenRange } from '#protocol/seen.ts'

/** A member's report of the shares in view. */
export interface SeenReport {
  userNo: number
  seqs: readonly number[]
  /** The member has opened this note. */
  openedNoteNo?: number
}

/**
 * Adds seen shares to a member's read state and merges adjacent ranges. Beyond the maximum number of ranges, the
 * lowest gap counts as read.
 * @param notUnread numbers that are not unread for this member anyway: they fill gaps, but make no ranges.
 */
export function addSeen(
  { readSeq, seen = [] }: Seen,
  seqs: readonly number[],
  notUnread: readonly number[] = [],
): { readSeq: number; seen: SeenRange[] } {
  const seenRanges = mergeRanges([{ from: 0, to: readSeq }, ...seen, ...seqs.map(alone)])
  const all = mergeRanges([...seenRanges, ...notUnread.map(alone)]).filter(range =>
    seenRanges.some(({ from, to }) => range.from <= from && to <= range.to),
  )
  const [first = { from: 0, to: readSeq }, ...ranges] = all
  const tooMany = Math.max(0, ranges.length - SEEN_RANGES_MAX)
  const lastRead = ranges[tooMany - 1] ?? first
  return { readSeq: lastRead.to, seen: ranges.slice(tooMany) }
}

const alone = (seq: number): SeenRange => ({ from: seq, to: seq })

/** Sorts, and merges overlapping or adjacent ranges. */
function mergeRanges(ranges: readonly SeenRange[]): SeenRange[] {
  const inOrder = [...ranges].sort((a, b) => a.from - b.from)
  const made: SeenRange[] = []
  for (const { from, to } of inOrder) {
    const last = made.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else made.push({ from, to })
  }
  return made
}

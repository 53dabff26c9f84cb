import type { MinuteState } from './lookaround.minute.ts'

/** The part of the script that the visitor has seen. */
export interface SeenState {
  /** Seen shares, by room. */
  shares: ReadonlyMap<number, number>
  /** Opened notes. */
  notes: ReadonlySet<number>
  /** Seen comments, by thread. */
  comments: ReadonlyMap<string, number>
}

export const NOTHING_SEEN: SeenState = { shares: new Map(), notes: new Set(), comments: new Map() }

/** The unread count of a room. */
export function unreadOf({ shared }: MinuteState, seen: SeenState, hubNo: number): number {
  return shared.filter(share => share.hubNo === hubNo).length - (seen.shares.get(hubNo) ?? 0)
}

interface Thread {
  hubNo: number
  noteNo: number
}

const threadKey = ({ hubNo, noteNo }: Thread) => `${hubNo} ${noteNo}`

/** The played comments of a thread. */
export function playedCommentsOf({ commented }: MinuteState, { hubNo, noteNo }: Thread) {
  return commented.filter(({ comment }) => comment.hubNo === hubNo && comment.noteNo === noteNo)
}

export function hasNewComments(minute: MinuteState, seen: SeenState, thread: Thread): boolean {
  return playedCommentsOf(minute, thread).length > (seen.comments.get(threadKey(thread)) ?? 0)
}

/** Marks the first `count` shares of a room as seen. Never lowers the count. */
export function markSharesSeen(seen: SeenState, hubNo: number, count: number): SeenState {
  if (count <= (seen.shares.get(hubNo) ?? 0)) return seen
  return { ...seen, shares: new Map(seen.shares).set(hubNo, count) }
}

/** Marks a note as opened and `count` played comments as seen. */
export function markNoteSeen(seen: SeenState, thread: Thread, count: number): SeenState {
  if (seen.notes.has(thread.noteNo) && seen.comments.get(threadKey(thread)) === count) return seen
  return {
    ...seen,
    notes: new Set(seen.notes).add(thread.noteNo),
    comments: new Map(seen.comments).set(threadKey(thread), count),
  }
}

import type { MinuteState } from './lookaround.minute.ts'

/** What the visitor has seen of what the minute brought. */
export interface Seen {
  /** For each room, how many of the minute's shares were shown. */
  shares: ReadonlyMap<number, number>
  /** The notes that were opened. */
  notes: ReadonlySet<number>
  /** For each thread, how many of the minute's comments were shown. */
  comments: ReadonlyMap<string, number>
}

export const nothingSeen: Seen = { shares: new Map(), notes: new Set(), comments: new Map() }

/** A room's unread number. */
export function unreadOf({ shared }: MinuteState, seen: Seen, hubNo: number): number {
  return shared.filter(share => share.hubNo === hubNo).length - (seen.shares.get(hubNo) ?? 0)
}

interface Thread {
  hubNo: number
  noteNo: number
}

const keyOf = ({ hubNo, noteNo }: Thread) => `${hubNo} ${noteNo}`

/** The minute's comments of one thread. */
export function commentedIn({ commented }: MinuteState, { hubNo, noteNo }: Thread) {
  return commented.filter(({ comment }) => comment.hubNo === hubNo && comment.noteNo === noteNo)
}

export function hasNewComments(minute: MinuteState, seen: Seen, thread: Thread): boolean {
  return commentedIn(minute, thread).length > (seen.comments.get(keyOf(thread)) ?? 0)
}

/** The first `count` of the minute's shares in a room have been shown; never fewer than before. */
export function withSharesSeen(seen: Seen, hubNo: number, count: number): Seen {
  if (count <= (seen.shares.get(hubNo) ?? 0)) return seen
  return { ...seen, shares: new Map(seen.shares).set(hubNo, count) }
}

/** A note was opened in a room, with as many of the minute's comments. */
export function withNoteSeen(seen: Seen, thread: Thread, count: number): Seen {
  if (seen.notes.has(thread.noteNo) && seen.comments.get(keyOf(thread)) === count) return seen
  return {
    ...seen,
    notes: new Set(seen.notes).add(thread.noteNo),
    comments: new Map(seen.comments).set(keyOf(thread), count),
  }
}

import type { NewestComment, ThreadWriters } from '#server/features/comments/threads.reading.ts'
import type { NoteSummary } from '#server/features/notes/notes.store.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'

/** A shared note, and what is the same about it for everybody in the hub. */
export interface Card {
  share: ShareRecord
  note: NoteSummary
  excerpt: string
  commentCount: number
  writers: ThreadWriters
  /** Absent without comments. */
  newest?: NewestComment
  empathyNos: readonly number[]
  readerNos: readonly number[]
}

/** How many shares a hub has now, and the highest number given to one. */
export interface ShareCount {
  total: number
  lastSeq: number
}

export interface CardPage extends ShareCount {
  cards: Card[]
  pinned: Card | null
}

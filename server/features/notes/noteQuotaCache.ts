import { LRUCache } from 'lru-cache'
import { upTo } from '#server/platform/upTo.ts'

/** So many more notes are written before they are counted again: by all the nodes there may be, as many as `NOTES_FROM_FULL`. */
const NOTES_BETWEEN = 20
/** Nobody fills `NOTES_FROM_FULL` at other nodes within this time. */
const TRUSTED_MS = 30_000
const PEOPLE_MAX = 20_000

/**
 * Who was counted to be far below their quota of notes, so that an import, or somebody who writes one after the other, need not be
 * counted at each. That a topic is somebody's never changes; whether it is still there, the write of the note tells.
 */
export interface NoteQuotaCache {
  /** Takes one of the places that are known to be free. False when they have to be counted. */
  take(userNo: number, topicNo: number): boolean
  /** They were counted, and the topic is theirs. */
  found(userNo: number, topicNo: number): void
  forget(userNo: number): void
  forgetAll(): void
}

export function createNoteQuotaCache(): NoteQuotaCache {
  const known = new LRUCache<number, { topicNo: number; left: number }>({
    ...upTo(PEOPLE_MAX),
    ttl: TRUSTED_MS,
  })
  return {
    take(userNo, topicNo) {
      const room = known.get(userNo)
      if (room?.topicNo !== topicNo || room.left === 0) return false
      room.left -= 1
      return true
    },
    found: (userNo, topicNo) => void known.set(userNo, { topicNo, left: NOTES_BETWEEN }),
    forget: userNo => void known.delete(userNo),
    forgetAll: () => known.clear(),
  }
}

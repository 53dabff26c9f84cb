import { LRUCache } from 'lru-cache'
import { lruOptions } from '#server/platform/caches.ts'

/** Notes between two counts. All nodes together stay below `NOTES_FROM_FULL`. */
const NOTES_BETWEEN_COUNTS = 20
/** Other nodes cannot add `NOTES_FROM_FULL` notes within this time. */
const TRUSTED_MS = 30_000
const PEOPLE_MAX = 20_000

/**
 * Remembers users far below their note quota, so that an import or consecutive notes need no count each. The owner of
 * a topic never changes, and the write of the note detects a deleted topic.
 */
export interface NoteQuotaCache {
  /** Takes a free place. False if the notes have to be counted. */
  reserve(userNo: number, topicNo: number): boolean
  /** Records a count, and that the topic belongs to the user. */
  set(userNo: number, topicNo: number): void
  forget(userNo: number): void
  clear(): void
}

export function createNoteQuotaCache(): NoteQuotaCache {
  const users = new LRUCache<number, { topicNo: number; placesLeft: number }>({
    ...lruOptions(PEOPLE_MAX),
    ttl: TRUSTED_MS,
  })
  return {
    reserve(userNo, topicNo) {
      const room = users.get(userNo)
      if (room?.topicNo !== topicNo || room.placesLeft === 0) return false
      room.placesLeft -= 1
      return true
    },
    set: (userNo, topicNo) => void users.set(userNo, { topicNo, placesLeft: NOTES_BETWEEN_COUNTS }),
    forget: userNo => void users.delete(userNo),
    clear: () => users.clear(),
  }
}

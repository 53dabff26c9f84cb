import { UNREAD_CAP } from '#protocol/limits.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import type { CountedShare } from './shares.store.ts'

export interface Reader {
  userNo: number
  /** Shares up to this number are read. */
  readSeq: number
}

/**
 * A reader's unread number as far as the newest shares of the hub, or all that somebody has not read, tell it: others' shares after what was
 * read, of notes that the reader had not opened before.
 * Null when older shares, which are not among these, would have to be counted, too.
 */
export function unreadAmong(newest: readonly CountedShare[], areAll: boolean, reader: Reader): number | null {
  const unread = newest.filter(
    ({ seq, authorNo, seenBy }) =>
      seq > reader.readSeq && authorNo !== reader.userNo && !seenBy?.includes(reader.userNo),
  ).length
  if (unread >= UNREAD_CAP) return UNREAD_CAP
  const oldest = newest.at(-1)?.seq ?? 0
  return areAll || oldest <= reader.readSeq ? unread : null
}

type HubState = Pick<HubRecord, 'version' | 'revision'>

/** Whether one thing alone, which may change unread numbers, was counted in a hub between two of its states. */
export function follows(hub: HubState, before: HubState): boolean {
  return hub.version === before.version + 1 && hub.revision === before.revision + 1
}

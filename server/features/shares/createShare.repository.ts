import { LRUCache } from 'lru-cache'
import type { Connection } from 'mongoose'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import {
  NO_COMMENTS,
  summaryOfThread,
  type ThreadSummary,
} from '#server/features/comments/threads.repository.ts'
import { type HubRecord, shareUpdate } from '#server/features/hubs/hubs.record.ts'
import { IN_LIST, type NoteInList, type NoteSummary } from '#server/features/notes/notes.repository.ts'
import { lruOptions } from '#server/platform/caches.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import { bulkWriteAll, isDuplicateInBulkWrite, lookup } from '#server/platform/mongo/queries.ts'
import type { NewShare, ShareRecord } from './shares.record.ts'

const EVER_SHARED_MAX = 20_000

/** State read before sharing, and published with the share. */
export interface ShareContext {
  hub: HubRecord
  note: NoteInList | null
  /** Users who have opened the note. */
  readers: number[]
  /** Thread of the note in the hub. */
  thread: ThreadSummary
  /** Users who reacted to the note in the hub. */
  reactionUserNos: number[]
}

/** Result of saving a share. */
interface SavedShare {
  share: ShareRecord
  /** Whether the hub was unchanged since it was read, so that its version was bumped. */
  isCounted: boolean
  /** Whether the note was unchanged after the version bump. */
  isNoteSame: boolean
}

/**
 * All members wait for a share, and a database round trip costs as much as publishing to two hundred sockets. So
 * reading and writing take one round trip each, across collections. Writes bypass the schemas, so a field missing
 * from them would be stored.
 */
export function createShareWriter(connection: Connection) {
  const hubs = connection.collection<HubRecord>('hubs')
  /** Notes known to this node as shared at least once; that never changes back. */
  const everShared = new LRUCache<number, true>(lruOptions(EVER_SHARED_MAX))

  async function readContext(
    { hubNo, noteNo }: { hubNo: number; noteNo: number },
    about: object[],
  ): Promise<ShareContext | null> {
    const [found] = await hubs
      .aggregate<{
        hub: HubRecord
        note: NoteInList[]
        readers?: { userNo: number }[]
        thread?: ThreadSummary[]
        reactions?: { userNo: number }[]
      }>([
        { $match: { hubNo } },
        { $unset: '_id' },
        { $project: { hub: '$$ROOT' } },
        lookup('notes', 'note', [{ $match: { noteNo } }, ...IN_LIST]),
        ...about,
      ])
      .toArray()
    if (found === undefined) return null
    return {
      hub: found.hub,
      note: found.note[0] ?? null,
      readers: found.readers?.map(({ userNo }) => userNo) ?? [],
      thread: found.thread?.[0] ?? NO_COMMENTS,
      reactionUserNos: found.reactions?.map(({ userNo }) => userNo) ?? [],
    }
  }

  return {
    /**
     * Reads the hub first, so the other data is at least as new as its counters. Skips readers and comments for a
     * note that was never shared, which would take as long as all the rest. Null if there is no such hub.
     */
    async read(hubNo: number, noteNo: number): Promise<ShareContext | null> {
      const key = { hubNo, noteNo }
      if (!everShared.has(noteNo)) {
        const shareContext = await readContext(key, [])
        if (!shareContext?.note?.everShared) return shareContext
        everShared.set(noteNo, true)
      }
      return readContext(key, [
        lookup('noteReads', 'readers', [{ $match: { noteNo } }, { $project: { _id: 0, userNo: 1 } }]),
        lookup('comments', 'thread', summaryOfThread(key)),
        lookup(COLLECTIONS.reactions, 'reactions', [
          { $match: { ...key, commentNo: NOTE_ITSELF } },
          { $sort: { since: 1, userNo: 1 } },
          { $project: { _id: 0, userNo: 1 } },
        ]),
      ])
    },

    /**
     * Inserts the share with the next number, bumps the hub version unless the hub has changed since `hub` was read,
     * then checks that `note` is unchanged. Null, without a change, if the note is shared in the hub already or the
     * number is taken.
     */
    async save(share: NewShare, hub: HubRecord, note: NoteSummary): Promise<SavedShare | null> {
      const { hubNo, noteNo, sharedAt } = share
      const record: ShareRecord = { ...share, seq: hub.lastSeq + 1, live: true }
      // Runs before the insert, so that readers of a note without the flag need not look for shares.
      const noteMark = { collection: 'notes', filter: { noteNo }, update: { $set: { everShared: true } } }
      const hubUpdate = {
        collection: 'hubs',
        filter: { hubNo, version: hub.version, revision: hub.revision },
        update: shareUpdate(record.seq, sharedAt),
      }
      const sameNote = { noteNo, version: note.version }
      // Sets the values that it already has: checks a condition without a write.
      const noteCheck = { collection: 'notes', filter: sameNote, update: { $set: sameNote } }
      const inserting = { collection: 'shares', insert: record }
      try {
        const { found } = await bulkWriteAll(connection, [
          ...(note.everShared ? [] : [noteMark]),
          ...[inserting, hubUpdate, noteCheck],
        ])
        everShared.set(noteNo, true)
        return { share: record, isCounted: found(hubUpdate), isNoteSame: found(noteCheck) }
      } catch (error) {
        if (isDuplicateInBulkWrite(error)) return null
        throw error
      }
    },
  }
}

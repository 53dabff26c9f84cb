import { LRUCache } from 'lru-cache'
import type { Connection } from 'mongoose'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import {
  NO_COMMENTS,
  summaryOfThread,
  type ThreadSummary,
} from '#server/features/comments/threads.reading.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { countingShare } from '#server/features/hubs/hubVersion.store.ts'
import { IN_LIST, type NoteInList, type NoteSummary } from '#server/features/notes/notes.store.ts'
import { bulkWriteAll } from '#server/platform/mongo/bulkWriteAll.ts'
import { endedAtDuplicate } from '#server/platform/mongo/errors.ts'
import { look } from '#server/platform/mongo/look.ts'
import { upTo } from '#server/platform/upTo.ts'
import type { NewShare, ShareRecord } from './shares.store.ts'

const EVER_SHARED_MAX = 20_000

/** What a sharing starts from, and what is told with it. */
export interface ShareContext {
  hub: HubRecord
  note: NoteInList | null
  /** Who has opened the note. */
  readers: number[]
  /** About the note, in the hub. */
  thread: ThreadSummary
  /** Who empathizes with the note in the hub. */
  empathyNos: number[]
}

/** What came of saving a share together with what depends on it. */
export interface SavedShare {
  share: ShareRecord
  /** In its hub, which was as it had been read. */
  isCounted: boolean
  /** The note was, once the share was counted, as it had been read. */
  isNoteSame: boolean
}

/**
 * A whole hub waits for a sharing, and each trip to the database costs as much as telling two hundred sockets: it takes
 * one trip to read and one to write, both across collections. They go past the schemas: a field that these lack would be
 * stored.
 */
export function createSharingStore(connection: Connection) {
  const hubs = connection.collection<HubRecord>('hubs')
  const shares = connection.collection<ShareRecord>('shares')
  /** Notes that this node knows to have been shared, which never ends. */
  const everShared = new LRUCache<number, true>(upTo(EVER_SHARED_MAX))

  async function readBasis(
    { hubNo, noteNo }: { hubNo: number; noteNo: number },
    about: object[],
  ): Promise<ShareContext | null> {
    const [found] = await hubs
      .aggregate<{
        hub: HubRecord
        note: NoteInList[]
        readers?: { userNo: number }[]
        thread?: ThreadSummary[]
        empathies?: { userNo: number }[]
      }>([
        { $match: { hubNo } },
        { $unset: '_id' },
        { $project: { hub: '$$ROOT' } },
        look('notes', 'note', [{ $match: { noteNo } }, ...IN_LIST]),
        ...about,
      ])
      .toArray()
    if (found === undefined) return null
    return {
      hub: found.hub,
      note: found.note[0] ?? null,
      readers: found.readers?.map(({ userNo }) => userNo) ?? [],
      thread: found.thread?.[0] ?? NO_COMMENTS,
      empathyNos: found.empathies?.map(({ userNo }) => userNo) ?? [],
    }
  }

  return {
    /**
     * The hub is read first, so everything else holds at least what its counters count. What was never shared nobody else has
     * opened, and nothing was said about it: to look for that takes as long as all the rest. Null when there is no such hub.
     */
    async read(hubNo: number, noteNo: number): Promise<ShareContext | null> {
      const asked = { hubNo, noteNo }
      if (!everShared.has(noteNo)) {
        const basis = await readBasis(asked, [])
        if (!basis?.note?.everShared) return basis
        everShared.set(noteNo, true)
      }
      return readBasis(asked, [
        look('noteReads', 'readers', [{ $match: { noteNo } }, { $project: { _id: 0, userNo: 1 } }]),
        look('comments', 'thread', summaryOfThread(asked)),
        look('empathies', 'empathies', [
          { $match: { ...asked, commentNo: NOTE_ITSELF } },
          { $sort: { since: 1, userNo: 1 } },
          { $project: { _id: 0, userNo: 1 } },
        ]),
      ])
    },

    /** The hubs in which a note is shared now and somebody is; of their members this one alone. */
    async hubsHolding(noteNo: number, userNo: number): Promise<Pick<HubRecord, 'members'>[]> {
      return shares
        .aggregate<Pick<HubRecord, 'members'>>([
          { $match: { noteNo, live: true } },
          {
            $lookup: {
              from: 'hubs',
              as: 'hub',
              localField: 'hubNo',
              foreignField: 'hubNo',
              pipeline: [
                { $match: { 'members.userNo': userNo } },
                {
                  $project: {
                    _id: 0,
                    members: { $filter: { input: '$members', cond: { $eq: ['$$this.userNo', userNo] } } },
                  },
                },
              ],
            },
          },
          { $match: { 'hub.0': { $exists: true } } },
          { $limit: 1 },
          { $replaceWith: { $first: '$hub' } },
        ])
        .toArray()
    },

    /**
     * Inserts a share with the next number, then counts it in its hub unless anything else was counted there since `hub`
     * was read, then looks whether `note` is still what it was.
     * Null, and nothing changed, when the note is shared in this hub already or the number is taken.
     */
    async save(share: NewShare, hub: HubRecord, note: NoteSummary): Promise<SavedShare | null> {
      const { hubNo, noteNo, sharedAt } = share
      const record: ShareRecord = { ...share, seq: hub.lastSeq + 1, live: true }
      // Before the share is there, so that whoever finds a note without it need not look for shares.
      const marking = { collection: 'notes', filter: { noteNo }, update: { $set: { everShared: true } } }
      const counting = {
        collection: 'hubs',
        filter: { hubNo, version: hub.version, revision: hub.revision },
        update: countingShare(record.seq, sharedAt),
      }
      const sameNote = { noteNo, version: note.version }
      // Sets what is there already: a look, without a write.
      const looking = { collection: 'notes', filter: sameNote, update: { $set: sameNote } }
      const inserting = { collection: 'shares', insert: record }
      try {
        const { found } = await bulkWriteAll(connection, [
          ...(note.everShared ? [] : [marking]),
          ...[inserting, counting, looking],
        ])
        everShared.set(noteNo, true)
        return { share: record, isCounted: found(counting), isNoteSame: found(looking) }
      } catch (error) {
        if (endedAtDuplicate(error)) return null
        throw error
      }
    },
  }
}

export type SharingStore = ReturnType<typeof createSharingStore>

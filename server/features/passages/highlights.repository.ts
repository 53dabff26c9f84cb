import type { Connection } from 'mongoose'
import type { Passage } from '#protocol/passages.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { ShareRecord } from '#server/features/shares/shares.record.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import { bulkWriteAll, isDuplicateInBulkWrite, lookup, type Write } from '#server/platform/mongo/queries.ts'
import {
  type FoundPassageContext,
  type PassageContext,
  passageContextOf,
  passageLookups,
} from './passages.lookups.ts'
import {
  HIGHLIGHTS,
  type HighlightRecord,
  highlightSchema,
  isSamePassage,
  onPassage,
} from './passages.record.ts'

interface Thread {
  hubNo: number
  noteNo: number
}

/** State read before a highlight is saved. */
export interface HighlightContext extends PassageContext {
  hub: HubRecord
  /** The share of the note in the hub; null if there is none. */
  share: ShareRecord | null
  /** The user's highlight of exactly this passage; null if there is none. */
  existing: HighlightRecord | null
  /** Users who have blocked the user. */
  blockerNos: ReadonlySet<number>
}

interface FoundHighlightContext extends FoundPassageContext {
  hub: HubRecord
  shares: ShareRecord[]
  own: HighlightRecord[]
  blockers: { userNo: number }[]
}

interface SavedHighlight {
  highlight: HighlightRecord
  /** Whether the hub was unchanged since it was read, so that its version was bumped, and the note was still shared. */
  isCounted: boolean
}

/** A highlight with its hub and share, if they exist. */
export interface OpenHighlight {
  highlight: HighlightRecord
  hub: HubRecord | null
  share: ShareRecord | null
}

const bumpUpdate = { $inc: { version: 1 } }

export function createHighlightRepository(connection: Connection) {
  const highlights = connection.model('Highlight', highlightSchema)
  const hubs = connection.collection('hubs')

  return {
    /** Reads the hub first, so the other data is at least as new as its version. Null if there is no such hub. */
    async readContext(
      { hubNo, noteNo }: Thread,
      userNo: number,
      passage: Passage,
    ): Promise<HighlightContext | null> {
      const [found] = await hubs
        .aggregate<FoundHighlightContext>([
          { $match: { hubNo } },
          { $unset: '_id' },
          { $project: { hub: '$$ROOT' } },
          lookup('shares', 'shares', [{ $match: { hubNo, noteNo, live: true } }, { $unset: '_id' }]),
          ...passageLookups({ hubNo, noteNo, userNo }, passage),
          lookup(HIGHLIGHTS, 'own', [{ $match: { hubNo, noteNo, userNo } }, { $unset: '_id' }]),
          lookup(COLLECTIONS.blocks, 'blockers', [
            { $match: { blockedNo: userNo } },
            { $project: { _id: 0, userNo: 1 } },
          ]),
        ])
        .toArray()
      if (found === undefined) return null
      return {
        hub: found.hub,
        share: found.shares[0] ?? null,
        ...passageContextOf(found),
        existing: found.own.find(highlight => isSamePassage(highlight.passage, passage)) ?? null,
        blockerNos: new Set(found.blockers.map(blocker => blocker.userNo)),
      }
    },
    /**
     * Inserts the highlight unless the user has one of the passage, adds the notification, bumps the hub version unless the hub has
     * changed since `hub` was read, then checks that the note is still shared.
     */
    async save(
      { highlightNo, since, passage, ...place }: HighlightRecord,
      { hub, news: notifications }: { hub: HubRecord; news: readonly Write[] },
    ): Promise<SavedHighlight> {
      const { hubNo, noteNo } = place
      const filter = { ...place, ...onPassage(passage) }
      const { start, end, noteVersion, ...words } = passage
      const fields = Object.entries(words).map(([field, value]) => [`passage.${field}`, value])
      const insertion = {
        collection: HIGHLIGHTS,
        filter,
        update: { $setOnInsert: { highlightNo, since, ...Object.fromEntries(fields) } },
        upsert: true,
      }
      const hubUpdate = { collection: 'hubs', filter: { hubNo, version: hub.version }, update: bumpUpdate }
      // Sets the value that it already has: checks a condition without a write.
      const shareCheck = {
        collection: 'shares',
        filter: { hubNo, noteNo, live: true },
        update: { $set: { live: true } },
      }
      const made = { highlightNo, since, passage, ...place }
      try {
        const { found } = await bulkWriteAll(connection, [insertion, ...notifications, hubUpdate, shareCheck])
        const isCounted = found(hubUpdate) && found(shareCheck)
        return { highlight: found(insertion) ? ((await findOne(filter)) ?? made) : made, isCounted }
      } catch (error) {
        // Another device has added it meanwhile.
        if (!isDuplicateInBulkWrite(error)) throw error
        return { highlight: (await findOne(filter)) ?? made, isCounted: false }
      }
    },
    async open(highlightNo: number): Promise<OpenHighlight | null> {
      const [found] = await highlights.aggregate<
        HighlightRecord & { hubs: HubRecord[]; shares: ShareRecord[] }
      >([
        { $match: { highlightNo } },
        { $unset: '_id' },
        { $lookup: { from: 'hubs', as: 'hubs', localField: 'hubNo', foreignField: 'hubNo' } },
        {
          $lookup: {
            from: 'shares',
            as: 'shares',
            let: { hubNo: '$hubNo', noteNo: '$noteNo' },
            pipeline: [
              {
                $match: {
                  live: true,
                  $expr: { $and: [{ $eq: ['$hubNo', '$$hubNo'] }, { $eq: ['$noteNo', '$$noteNo'] }] },
                },
              },
            ],
          },
        },
        { $unset: ['hubs._id', 'shares._id'] },
      ])
      if (found === undefined) return null
      const {
        hubs: [hub = null],
        shares: [share = null],
        ...highlight
      } = found
      return { highlight, hub, share }
    },
    /** Bumps the hub version as well unless the hub has changed since `hub` was read. Null if it was deleted before. */
    async delete(
      { highlightNo, hubNo }: HighlightRecord,
      hub: Pick<HubRecord, 'version'>,
    ): Promise<{ isCounted: boolean } | null> {
      const hubUpdate = { collection: 'hubs', filter: { hubNo, version: hub.version }, update: bumpUpdate }
      const { removed, found } = await bulkWriteAll(connection, [
        { collection: HIGHLIGHTS, remove: { highlightNo } },
        hubUpdate,
      ])
      return removed === 1 ? { isCounted: found(hubUpdate) } : null
    },
    /** The times of the user's highlights in a thread. */
    async findTimes({ hubNo, noteNo, userNo }: Thread & { userNo: number }): Promise<Date[]> {
      const found = await highlights.find({ hubNo, noteNo, userNo }, { _id: 0, since: 1 }).lean()
      return found.map(({ since }) => since)
    },
    async findByUser(userNo: number): Promise<HighlightRecord[]> {
      return highlights
        .find({ userNo }, { _id: 0 })
        .sort({ hubNo: 1, noteNo: 1, highlightNo: 1 })
        .lean<HighlightRecord[]>()
    },
    async deleteByHub(hubNo: number): Promise<void> {
      await highlights.deleteMany({ hubNo })
    },
    async deleteByNotes(noteNos: readonly number[]): Promise<void> {
      await highlights.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
  }

  async function findOne(filter: object): Promise<HighlightRecord | null> {
    return highlights.findOne(filter, { _id: 0 }).lean<HighlightRecord>()
  }
}

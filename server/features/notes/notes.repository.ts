import type { Connection } from 'mongoose'
import type { NoteOrder } from '#protocol/notes.ts'
import { BY_TITLE } from '#server/features/links/links.repository.ts'
import {
  pictureIdsOf,
  type WithPictureIds,
} from '#server/features/notePictures/pictureReferences.repository.ts'
import type { Takedown, WithPublicLink } from '#server/features/publicLinks/publicLinks.record.ts'
import { FIRST_PLACE, IN_TOPIC, type WithSeries } from '#server/features/series/series.record.ts'
import { tagsOf, type WithTags } from '#server/features/tags/tags.record.ts'
import type { TopicRecord } from '#server/features/topics/topics.repository.ts'
import { createBatchLoader } from '#server/platform/batching.ts'
import { bulkWriteAll, isDuplicateInBulkWrite } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/paging.ts'
import type { EditingSession } from './history.rules.ts'
import { BEGINNING_LENGTH, excerptFieldOf, type StoredExcerpt, type WithExcerpt } from './notes.excerpt.ts'
import { createNoteUpdates, type SaveBasis } from './notes.saving.repository.ts'
import { type RankedNotes, type SearchScope, searchPipeline } from './search.pipeline.ts'
import { type SearchFields, searchFieldsOf, type Word } from './searchFields.ts'
import { createTopicNoteCounts } from './topicNoteCounts.ts'

export interface NoteRecord extends SaveBasis {
  /** In UTF-16 units, so that lists need not load the text. */
  textLength: number
  createdAt: Date
  /** Idempotency key from the client. */
  requestKey?: string
  /** At the top of its topic. */
  pinned?: true
  /** The note cannot become public again. */
  takenDown?: Takedown
}
export type NoteSummary = Omit<NoteRecord, 'text' | 'requestKey' | 'editingSession' | 'links'>
export type NoteInList = NoteSummary & WithExcerpt

/**
 * With fields that do not leave the repository: search fields, tags, referenced pictures and the excerpt, which are
 * derived, and the public link, which `publicLinks.repository.ts` reads.
 */
interface StoredNote extends Omit<NoteRecord, 'editingSession'>, WithPictureIds, WithTags, WithPublicLink {
  sitting?: EditingSession
  sought: SearchFields
  excerpt: StoredExcerpt
}

function toStoredNote({ editingSession, ...note }: NoteRecord): StoredNote {
  return {
    ...note,
    ...(editingSession && { sitting: editingSession }),
    sought: searchFieldsOf(note),
    ...excerptFieldOf(note),
    ...pictureIdsOf(note.text),
    ...tagsOf(note.text),
  }
}

function toNoteRecord({
  sitting,
  ...note
}: Omit<StoredNote, 'sought' | 'excerpt' | 'pictureIds' | 'tags' | 'publicLink'>): NoteRecord {
  return { ...note, ...(sitting && { editingSession: sitting }) }
}

const WITH_EXCERPT = { _id: 0, sought: 0, pictureIds: 0, tags: 0, publicLink: 0 } as const
const WHOLE = { ...WITH_EXCERPT, excerpt: 0 } as const
const WITHOUT_TEXT = { text: 0, requestKey: 0, sitting: 0, links: 0 } as const
const SUMMARY = { ...WHOLE, ...WITHOUT_TEXT } as const
const beginning = { $substrCP: ['$text', 0, BEGINNING_LENGTH] }
/** Projection of notes for lists. */
export const IN_LIST = [
  { $set: { beginning: { $cond: [{ $eq: ['$excerpt.version', '$version'] }, '$$REMOVE', beginning] } } },
  { $project: { ...WITH_EXCERPT, ...WITHOUT_TEXT } },
]

/** Time limit of a text search; then the database aborts it (`isQueryTimeout`). */
const SEARCH_MS = 3_000
const LAST_CHANGED_FIRST = { lastUpdate: -1, noteNo: -1 } as const
/** Note numbers are in order of creation. */
const ORDERS = {
  changed: { pinned: -1, ...LAST_CHANGED_FIRST },
  created: { pinned: -1, noteNo: -1 },
  title: { pinned: -1, title: 1, noteNo: -1 },
} as const satisfies Record<NoteOrder, Record<string, 1 | -1>>

/**
 * Numbers by value, then Latin, lowercase beside uppercase, then Hangul in dictionary order. This is the root
 * collation of Unicode under the name of English; the embedded engine has none that is closer.
 */
const BY_NAME = { locale: 'en', numericOrdering: true } as const

const schema = defineSchema<StoredNote>('notes', {
  noteNo: Number,
  subjectNo: Number,
  authorNo: Number,
  title: String,
  text: String,
  textLength: Number,
  version: Number,
  createdAt: Date,
  lastUpdate: Date,
  requestKey: String,
  sitting: { sessionId: String, since: Date, cut: Number, writerNos: [Number] },
  everShared: Boolean,
  pinned: Boolean,
  publicLink: { linkId: String, since: Date, isIndexed: Boolean },
  takenDown: { at: Date, reason: String },
  sought: { text: String, initials: String },
  excerpt: { version: Number, text: String },
  pictureIds: [String],
  tags: [String],
  links: [{ key: String, noteNo: Number, hasHeading: Boolean, titles: [String] }],
  series: { headNo: Number, place: Number },
})
schema.index({ noteNo: 1 }, { unique: true })
schema.index(
  { 'series.headNo': 1, 'series.place': 1 },
  { partialFilterExpression: { 'series.headNo': { $exists: true } } },
)
schema.index({ pictureIds: 1, authorNo: 1 }, { partialFilterExpression: { pictureIds: { $exists: true } } })
schema.index(
  { 'publicLink.linkId': 1 },
  { unique: true, partialFilterExpression: { 'publicLink.linkId': { $exists: true } } },
)
schema.index(
  { authorNo: 1, 'publicLink.since': -1, noteNo: -1 },
  { partialFilterExpression: { 'publicLink.linkId': { $exists: true } } },
)
schema.index(
  { authorNo: 1, 'takenDown.at': 1 },
  { partialFilterExpression: { 'takenDown.at': { $exists: true } } },
)
schema.index({ subjectNo: 1, ...ORDERS.changed })
schema.index({ subjectNo: 1, ...ORDERS.created })
schema.index({ subjectNo: 1, ...ORDERS.title }, { name: 'by name', collation: BY_NAME })
schema.index({ authorNo: 1, lastUpdate: -1, noteNo: -1 })
schema.index({ authorNo: 1, title: 1 }, { name: 'by title', collation: BY_TITLE })
schema.index({ authorNo: 1, noteNo: -1, title: 1, subjectNo: 1 })
for (const field of ['links.noteNo', 'links.titles'])
  schema.index({ [field]: 1, authorNo: 1 }, { partialFilterExpression: { [field]: { $exists: true } } })
schema.index(
  { authorNo: 1, tags: 1, ...LAST_CHANGED_FIRST },
  { partialFilterExpression: { tags: { $exists: true } } },
)
schema.index(
  { authorNo: 1, tags: 1, 'series.headNo': 1 },
  { partialFilterExpression: { 'series.headNo': { $exists: true } } },
)
schema.index({ authorNo: 1, subjectNo: 1, createdAt: 1, noteNo: 1 })
schema.index(
  { authorNo: 1, requestKey: 1 },
  { unique: true, partialFilterExpression: { requestKey: { $exists: true } } },
)

/** At most about 2 MB of Hangul. */
const BATCH_SIZE = 100

export function createNoteRepository(connection: Connection) {
  const notes = connection.model('Note', schema)
  const noteCounts = createTopicNoteCounts<StoredNote>(connection)
  async function findByNos(noteNos: readonly number[]): Promise<Map<number, NoteRecord>> {
    const found = await notes.find({ noteNo: { $in: [...noteNos] } }, WHOLE).lean<StoredNote[]>()
    return new Map(found.map(note => [note.noteNo, toNoteRecord(note)]))
  }
  // All viewers of a note read it after a change.
  const wholeNote = createBatchLoader(findByNos)
  return {
    ...createNoteUpdates(connection),
    insert: (note: NoteRecord, since = note.createdAt) =>
      noteCounts.insert(note.subjectNo, {
        note: toStoredNote(note),
        since,
      }),
    /** Inserts a part after the first one of its series. False, without a part, if the author's request key exists. */
    async insertPart(note: NoteRecord & Required<WithSeries>): Promise<boolean> {
      const { headNo } = note.series
      const ofHead = { collection: 'notes', filter: { noteNo: headNo, 'series.headNo': { $exists: false } } }
      try {
        await bulkWriteAll(connection, [
          { ...ofHead, update: { $set: { series: { headNo, place: FIRST_PLACE } } } },
          { collection: 'notes', insert: toStoredNote(note) },
        ])
        return true
      } catch (error) {
        if (isDuplicateInBulkWrite(error)) return false
        throw error
      }
    },
    delete: noteCounts.delete,
    move: noteCounts.move,
    settle: noteCounts.settle,
    async findByNo(noteNo: number): Promise<NoteRecord | null> {
      return (await wholeNote(noteNo)) ?? null
    },
    async findByRequestKey(authorNo: number, requestKey: string): Promise<NoteSummary | null> {
      return notes.findOne({ authorNo, requestKey }, SUMMARY).lean<NoteSummary>()
    },
    async findSummary(noteNo: number): Promise<NoteSummary | null> {
      return notes.findOne({ noteNo }, SUMMARY).lean<NoteSummary>()
    },
    /** The author's first note with this title in a topic. */
    async findByTitle(authorNo: number, subjectNo: number, title: string): Promise<number | null> {
      const found = await notes
        .findOne({ authorNo, subjectNo, title }, { _id: 0, noteNo: 1 })
        .sort({ createdAt: 1 })
        .lean<Pick<NoteRecord, 'noteNo'>>()
      return found?.noteNo ?? null
    },
    /** Deleted notes are absent. */
    async findForList(noteNos: readonly number[]): Promise<NoteInList[]> {
      return notes.aggregate<NoteInList>([{ $match: { noteNo: { $in: [...noteNos] } } }, ...IN_LIST])
    },
    /** Estimated from metadata, without reading documents. It may be wrong for a while after a crash. */
    async count(): Promise<number> {
      return notes.estimatedDocumentCount()
    },
    /** Across topics, last changed first. */
    async findLatest(authorNo: number, limit: number): Promise<NoteInList[]> {
      return notes.aggregate<NoteInList>([
        { $match: { authorNo, ...IN_TOPIC } },
        { $sort: LAST_CHANGED_FIRST },
        { $limit: limit },
        ...IN_LIST,
      ])
    },
    /** A topic and a page of its notes, pinned ones first, with their live shares. Null if there is no such topic. */
    async listByTopic(
      subjectNo: number,
      order: NoteOrder,
      { skip, limit }: Range,
    ): Promise<{ topic: TopicRecord; notes: NoteInList[]; shareCounts: Map<number, number> } | null> {
      const [found] = await connection
        .collection<TopicRecord>('topics')
        .aggregate<TopicRecord & { notes: NoteInList[]; shares: { _id: number; count: number }[] }>(
          [
            { $match: { subjectNo } },
            {
              $lookup: {
                from: 'notes',
                as: 'notes',
                pipeline: [
                  { $match: { subjectNo } },
                  { $sort: ORDERS[order] },
                  { $skip: skip },
                  { $limit: limit },
                  ...IN_LIST,
                ],
              },
            },
            {
              $lookup: {
                from: 'shares',
                as: 'shares',
                localField: 'notes.noteNo',
                foreignField: 'noteNo',
                pipeline: [{ $match: { live: true } }, { $group: { _id: '$noteNo', count: { $sum: 1 } } }],
              },
            },
          ],
          // An index supports only its own collation.
          order === 'title' ? { collation: BY_NAME } : {},
        )
        .toArray()
      if (found === undefined) return null
      const { notes: listed, shares, ...topic } = found
      return { topic, notes: listed, shareCounts: new Map(shares.map(({ _id, count }) => [_id, count])) }
    },
    /** Last changed first. */
    async findPageByAuthor(
      authorNo: number,
      { skip, limit }: Range,
    ): Promise<{ total: number; items: NoteInList[] }> {
      const [total, items] = await Promise.all([
        notes.countDocuments({ authorNo, ...IN_TOPIC }),
        notes.aggregate<NoteInList>([
          { $match: { authorNo, ...IN_TOPIC } },
          { $sort: LAST_CHANGED_FIRST },
          { $skip: skip },
          { $limit: limit },
          ...IN_LIST,
        ]),
      ])
      return { total, items }
    },
    async findNosByTopic(subjectNo: number): Promise<number[]> {
      return (await notes.find({ subjectNo }, { _id: 0, noteNo: 1 }).lean()).map(note => note.noteNo)
    },
    /** Notes that contain every word, ordered by words in the title, then last change. */
    async search(searched: SearchScope, words: readonly Word[], limit: number): Promise<RankedNotes> {
      const [best] = await notes
        .aggregate<RankedNotes>(searchPipeline(searched, words, limit))
        .option({ maxTimeMS: SEARCH_MS })
      return best ?? { count: 0, noteNos: [], headNos: [] }
    },
    /** Full notes; deleted ones are absent. */
    findByNos,
    /** Returns the note's version, which does not change. Null if the note does not exist, has another author or is a later part. */
    async pin(noteNo: number, authorNo: number, isPinned: boolean): Promise<number | null> {
      const change = isPinned ? { $set: { pinned: true } } : { $unset: { pinned: 1 } }
      const pinned = await notes
        .findOneAndUpdate({ noteNo, authorNo, ...IN_TOPIC }, change, { projection: { _id: 0, version: 1 } })
        .lean<Pick<NoteRecord, 'version'>>()
      return pinned?.version ?? null
    },
    /** A cursor by topic, oldest first; never loads all notes. */
    streamByAuthor(authorNo: number): AsyncIterable<NoteRecord> {
      return notes
        .find({ authorNo }, { ...WHOLE, sitting: 0 })
        .sort({ subjectNo: 1, createdAt: 1, noteNo: 1 })
        .lean<NoteRecord[]>()
        .cursor({ batchSize: BATCH_SIZE })
    },
    /** All notes of an author in the same order, without texts. */
    async findHeadersByAuthor(
      authorNo: number,
    ): Promise<Pick<NoteRecord, 'noteNo' | 'subjectNo' | 'title'>[]> {
      return notes
        .find({ authorNo }, { _id: 0, noteNo: 1, subjectNo: 1, title: 1 })
        .sort({ subjectNo: 1, createdAt: 1, noteNo: 1 })
        .lean()
    },
    async numbersOf(authorNo: number): Promise<number[]> {
      return (await notes.find({ authorNo }, { _id: 0, noteNo: 1 }).lean()).map(note => note.noteNo)
    },
    async deleteByUser(authorNo: number): Promise<void> {
      await notes.deleteMany({ authorNo })
    },
  }
}

import type { Connection } from 'mongoose'
import type { NoteOrder } from '#protocol/notes.ts'
import { pictureIdsOf, type WithPictureIds } from '#server/features/notePictures/pictureReferences.ts'
import type { TopicRecord } from '#server/features/topics/topics.store.ts'
import { batched } from '#server/platform/batched.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/page.ts'
import { countNotes } from './notes.counting.ts'
import { BEGINNING_LENGTH } from './notes.excerpt.ts'
import { type SaveBasis, saveNotes } from './notes.saving.store.ts'
import { type RankedNotes, type Searched, searchPipeline } from './search.pipeline.ts'
import { type SearchFields, searchFieldsOf, type Word } from './searchFields.ts'

export interface NoteRecord extends SaveBasis {
  /** UTF-16 units of the text, so that lists need not load it. */
  textLength: number
  createdAt: Date
  /** The client's key of the first save. */
  requestKey?: string
  /** It stands above the others of its topic. */
  pinned?: true
}
export type NoteSummary = Omit<NoteRecord, 'text' | 'requestKey' | 'sitting'>
/** `beginning`: as much of the text as its excerpt may need. */
export type NoteInList = NoteSummary & { beginning: string }

/** Beside the note what follows from it and does not leave the store with it: what it is found by, and the pictures that it holds. */
interface StoredNote extends NoteRecord, WithPictureIds {
  sought: SearchFields
}

const WHOLE = { _id: 0, sought: 0, pictureIds: 0 } as const
export const SUMMARY = { ...WHOLE, text: 0, requestKey: 0, sitting: 0 } as const
/** Makes of notes what lists show of them. */
export const IN_LIST = [
  { $set: { beginning: { $substrCP: ['$text', 0, BEGINNING_LENGTH] } } },
  { $project: SUMMARY },
]

/** How long the database may look through texts for one question; then it breaks off (`isBrokenOff`). */
const SEARCH_MS = 3_000
const LAST_CHANGED_FIRST = { lastUpdate: -1, noteNo: -1 } as const
/** Notes are numbered as they are made. */
const ORDERS = {
  changed: { pinned: -1, ...LAST_CHANGED_FIRST },
  created: { pinned: -1, noteNo: -1 },
  title: { pinned: -1, title: 1, noteNo: -1 },
} as const satisfies Record<NoteOrder, Record<string, 1 | -1>>

/**
 * Numbers by their size, then Latin, small letters beside capitals, then Hangul as in a dictionary. That is the order of Unicode's
 * own collation, which goes by the name of English: the embedded engine has no other that is nearer.
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
  sitting: { sessionId: String, since: Date, cut: Number },
  everShared: Boolean,
  pinned: Boolean,
  sought: { text: String, initials: String },
  pictureIds: [String],
})
schema.index({ noteNo: 1 }, { unique: true })
schema.index({ pictureIds: 1, authorNo: 1 }, { partialFilterExpression: { pictureIds: { $exists: true } } })
schema.index({ subjectNo: 1, ...ORDERS.changed })
schema.index({ subjectNo: 1, ...ORDERS.created })
schema.index({ subjectNo: 1, ...ORDERS.title }, { name: 'by name', collation: BY_NAME })
schema.index({ authorNo: 1, lastUpdate: -1, noteNo: -1 })
schema.index({ authorNo: 1, subjectNo: 1, createdAt: 1, noteNo: 1 })
schema.index(
  { authorNo: 1, requestKey: 1 },
  { unique: true, partialFilterExpression: { requestKey: { $exists: true } } },
)

/** Some 2 MB of Hangul at the most. */
const NOTES_A_BATCH = 100

export function createNoteStore(connection: Connection) {
  const notes = connection.model('Note', schema)
  const counting = countNotes<StoredNote>(connection)
  async function byNos(noteNos: readonly number[]): Promise<Map<number, NoteRecord>> {
    const found = await notes.find({ noteNo: { $in: [...noteNos] } }, WHOLE).lean<NoteRecord[]>()
    return new Map(found.map(note => [note.noteNo, note]))
  }
  // A note that changes is read again by everybody who looks at it.
  const wholeNote = batched(byNos)
  return {
    ...saveNotes(connection),
    insert: (note: NoteRecord, since = note.createdAt) =>
      counting.insert(note.subjectNo, {
        note: { ...note, sought: searchFieldsOf(note), ...pictureIdsOf(note.text) },
        since,
      }),
    delete: counting.delete,
    move: counting.move,
    settle: counting.settle,
    async byNo(noteNo: number): Promise<NoteRecord | null> {
      return (await wholeNote(noteNo)) ?? null
    },
    async byRequestKey(authorNo: number, requestKey: string): Promise<NoteSummary | null> {
      return notes.findOne({ authorNo, requestKey }, SUMMARY).lean<NoteSummary>()
    },
    async summary(noteNo: number): Promise<NoteSummary | null> {
      return notes.findOne({ noteNo }, SUMMARY).lean<NoteSummary>()
    },
    /** Those that are gone are absent. */
    async inList(noteNos: readonly number[]): Promise<NoteInList[]> {
      return notes.aggregate<NoteInList>([{ $match: { noteNo: { $in: [...noteNos] } } }, ...IN_LIST])
    },
    /** Of all, as the database keeps it: no reading, and right but for a while after a crash. */
    async count(): Promise<number> {
      return notes.estimatedDocumentCount()
    },
    /** Of all topics, last changed first. */
    async latestOf(authorNo: number, limit: number): Promise<NoteInList[]> {
      return notes.aggregate<NoteInList>([
        { $match: { authorNo } },
        { $sort: LAST_CHANGED_FIRST },
        { $limit: limit },
        ...IN_LIST,
      ])
    },
    /** A topic and some of its notes, the pinned ones first. Null when there is no such topic. */
    async listIn(
      subjectNo: number,
      order: NoteOrder,
      { skip, limit }: Range,
    ): Promise<{ topic: TopicRecord; notes: NoteInList[] } | null> {
      const [found] = await connection
        .collection<TopicRecord>('topics')
        .aggregate<TopicRecord & { notes: NoteInList[] }>(
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
          ],
          // An index serves an order in its own collation alone.
          order === 'title' ? { collation: BY_NAME } : {},
        )
        .toArray()
      if (found === undefined) return null
      const { notes: listed, ...topic } = found
      return { topic, notes: listed }
    },
    /** The last changed first. */
    async pageOfAuthor(
      authorNo: number,
      { skip, limit }: Range,
    ): Promise<{ total: number; items: NoteInList[] }> {
      const [total, items] = await Promise.all([
        notes.countDocuments({ authorNo }),
        notes.aggregate<NoteInList>([
          { $match: { authorNo } },
          { $sort: LAST_CHANGED_FIRST },
          { $skip: skip },
          { $limit: limit },
          ...IN_LIST,
        ]),
      ])
      return { total, items }
    },
    async numbersIn(subjectNo: number): Promise<number[]> {
      return (await notes.find({ subjectNo }, { _id: 0, noteNo: 1 }).lean()).map(note => note.noteNo)
    },
    /** Those that hold every word: more of them in the title before fewer, then the last changed. */
    async search(searched: Searched, words: readonly Word[], limit: number): Promise<RankedNotes> {
      const [best] = await notes
        .aggregate<RankedNotes>(searchPipeline(searched, words, limit))
        .option({ maxTimeMS: SEARCH_MS })
      return { count: best?.count ?? 0, noteNos: best?.noteNos ?? [] }
    },
    /** Whole notes; those that are gone are absent. */
    byNos,
    /** Its version, which stays. Null when it is not there, or another author's. */
    async pin(noteNo: number, authorNo: number, isPinned: boolean): Promise<number | null> {
      const change = isPinned ? { $set: { pinned: true } } : { $unset: { pinned: 1 } }
      const pinned = await notes
        .findOneAndUpdate({ noteNo, authorNo }, change, { projection: { _id: 0, version: 1 } })
        .lean<Pick<NoteRecord, 'version'>>()
      return pinned?.version ?? null
    },
    /** An author's notes one by one, topic by topic, the oldest first: never all of them in memory. */
    ofAuthor(authorNo: number): AsyncIterable<NoteRecord> {
      return notes
        .find({ authorNo }, WHOLE)
        .sort({ subjectNo: 1, createdAt: 1, noteNo: 1 })
        .lean<NoteRecord[]>()
        .cursor({ batchSize: NOTES_A_BATCH })
    },
    /** All of an author's notes in the same order, without their texts. */
    async headsOf(authorNo: number): Promise<Pick<NoteRecord, 'noteNo' | 'subjectNo' | 'title'>[]> {
      return notes
        .find({ authorNo }, { _id: 0, noteNo: 1, subjectNo: 1, title: 1 })
        .sort({ subjectNo: 1, createdAt: 1, noteNo: 1 })
        .lean()
    },
    async numbersOf(authorNo: number): Promise<number[]> {
      return (await notes.find({ authorNo }, { _id: 0, noteNo: 1 }).lean()).map(note => note.noteNo)
    },
    async deleteOf(authorNo: number): Promise<void> {
      await notes.deleteMany({ authorNo })
    },
  }
}

export type NoteStore = ReturnType<typeof createNoteStore>

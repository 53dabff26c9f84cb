import type { Connection } from 'mongoose'
import type { TopicRecord } from '#server/features/topics/topics.store.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/page.ts'
import type { FindPatterns } from './find.rules.ts'
import type { Sitting } from './history.rules.ts'
import { countNotes } from './notes.counting.ts'
import { type BestNotes, type Searched, seekingPipeline } from './notes.seeking.ts'
import { type Sought, soughtOf, type Word } from './sought.rules.ts'

export interface NoteRecord {
  noteNo: number
  subjectNo: number
  authorNo: number
  title: string
  text: string
  /** UTF-16 units of the text, so that lists need not load it. */
  textLength: number
  /** 1 at first, one more with each save. */
  version: number
  createdAt: Date
  lastUpdate: Date
  /** The client's key of the first save. */
  requestKey?: string
  sitting?: Sitting
  /** It is shared, or has been: set before the first share is saved, and never taken back. */
  everShared?: true
}
export type NoteSummary = Omit<NoteRecord, 'text' | 'requestKey' | 'sitting'>

/** Beside the note what it is found by, which follows from it and leaves the store in no other way than as found notes. */
interface StoredNote extends NoteRecord {
  sought: Sought
}

const WHOLE = { _id: 0, sought: 0 } as const
export const SUMMARY = { ...WHOLE, text: 0, requestKey: 0, sitting: 0 } as const

/** What a save expects to find. */
type Saved = { noteNo: number; version?: number } & (
  | { version: number }
  | { authorNo: number; 'sitting.sessionId': string; 'sitting.since': { $gt: Date } }
)

/** What is known of a found note before its page is shown. */
export type NoteHit = Pick<NoteRecord, 'noteNo' | 'authorNo' | 'lastUpdate'>

const HIT = { _id: 0, noteNo: 1, authorNo: 1, lastUpdate: 1 } as const
/** How long the database may look through texts for one question; then it breaks off (`isBrokenOff`). */
const FIND_MS = 3_000
const LAST_CHANGED_FIRST = { lastUpdate: -1, noteNo: -1 } as const

const holding = ({ title, text }: FindPatterns) => ({ $or: [{ title }, { text }] })

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
  sitting: { sessionId: String, since: Date },
  everShared: Boolean,
  sought: { text: String, initials: String },
})
schema.index({ noteNo: 1 }, { unique: true })
schema.index({ subjectNo: 1, lastUpdate: -1, noteNo: -1 })
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
  return {
    insert: (note: NoteRecord, now?: Date) => counting.insert({ ...note, sought: soughtOf(note) }, now),
    delete: counting.delete,
    move: counting.move,
    settle: counting.settle,
    async byNo(noteNo: number): Promise<NoteRecord | null> {
      return notes.findOne({ noteNo }, WHOLE).lean()
    },
    async byRequestKey(authorNo: number, requestKey: string): Promise<NoteSummary | null> {
      return notes.findOne({ authorNo, requestKey }, SUMMARY).lean<NoteSummary>()
    },
    async summary(noteNo: number): Promise<NoteSummary | null> {
      return notes.findOne({ noteNo }, SUMMARY).lean<NoteSummary>()
    },
    async summaries(noteNos: readonly number[]): Promise<Map<number, NoteSummary>> {
      if (noteNos.length === 0) return new Map()
      const found = await notes.find({ noteNo: { $in: [...noteNos] } }, SUMMARY).lean<NoteSummary[]>()
      return new Map(found.map(note => [note.noteNo, note]))
    },
    /** Of all, as the database keeps it: no reading, and right but for a while after a crash. */
    async count(): Promise<number> {
      return notes.estimatedDocumentCount()
    },
    /** A topic and some of its notes, last changed first. Null when there is no such topic. */
    async listIn(
      subjectNo: number,
      { skip, limit }: Range,
    ): Promise<{ topic: TopicRecord; notes: NoteSummary[] } | null> {
      const [found] = await connection
        .collection<TopicRecord>('topics')
        .aggregate<TopicRecord & { notes: NoteSummary[] }>([
          { $match: { subjectNo } },
          {
            $lookup: {
              from: 'notes',
              as: 'notes',
              pipeline: [
                { $match: { subjectNo } },
                { $sort: LAST_CHANGED_FIRST },
                { $skip: skip },
                { $limit: limit },
                { $project: SUMMARY },
              ],
            },
          },
        ])
        .toArray()
      if (found === undefined) return null
      const { notes: listed, ...topic } = found
      return { topic, notes: listed }
    },
    async numbersIn(subjectNo: number): Promise<number[]> {
      return (await notes.find({ subjectNo }, { _id: 0, noteNo: 1 }).lean()).map(note => note.noteNo)
    },
    /** Those of an author that hold what is searched for, last changed first. */
    async findOf(authorNo: number, patterns: FindPatterns, limit: number): Promise<NoteHit[]> {
      return notes
        .find({ authorNo, ...holding(patterns) }, HIT)
        .maxTimeMS(FIND_MS)
        .sort(LAST_CHANGED_FIRST)
        .limit(limit)
        .lean<NoteHit[]>()
    },
    /** Those among these notes, but not an author's own. */
    async findAmong(
      noteNos: readonly number[],
      notBy: number,
      patterns: FindPatterns,
      limit: number,
    ): Promise<NoteHit[]> {
      return notes
        .find({ noteNo: { $in: [...noteNos] }, authorNo: { $ne: notBy }, ...holding(patterns) }, HIT)
        .maxTimeMS(FIND_MS)
        .sort(LAST_CHANGED_FIRST)
        .limit(limit)
        .lean<NoteHit[]>()
    },
    /** Those that hold every word: more of them in the title before fewer, then the last changed. */
    async seek(searched: Searched, words: readonly Word[], limit: number): Promise<BestNotes> {
      const [best] = await notes
        .aggregate<BestNotes>(seekingPipeline(searched, words, limit))
        .option({ maxTimeMS: FIND_MS })
      return { count: best?.count ?? 0, noteNos: best?.noteNos ?? [] }
    },
    /** Whole notes; those that are gone are absent. */
    async byNos(noteNos: readonly number[]): Promise<Map<number, NoteRecord>> {
      const found = await notes.find({ noteNo: { $in: [...noteNos] } }, WHOLE).lean<NoteRecord[]>()
      return new Map(found.map(note => [note.noteNo, note]))
    },
    /** Saves a new title and text. Null when there is no note any more that is as `where` says. */
    async update(
      where: Saved,
      change: { title: string; text: string; lastUpdate: Date; sitting?: Sitting },
    ): Promise<NoteSummary | null> {
      return notes
        .findOneAndUpdate(
          where,
          {
            $set: { ...change, textLength: change.text.length, sought: soughtOf(change) },
            $inc: { version: 1 },
          },
          { returnDocument: 'after', projection: SUMMARY },
        )
        .lean<NoteSummary>()
    },
    /** An author's notes one by one, topic by topic, the oldest first: never all of them in memory. */
    ofAuthor(authorNo: number): AsyncIterable<NoteRecord> {
      return notes
        .find({ authorNo }, WHOLE)
        .sort({ subjectNo: 1, createdAt: 1, noteNo: 1 })
        .lean<NoteRecord[]>()
        .cursor({ batchSize: NOTES_A_BATCH })
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

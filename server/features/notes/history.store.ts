import type { Connection } from 'mongoose'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { NoteRecord } from './notes.store.ts'

/** A text that a note had; the text that it has now stands in the note alone. */
export type RevisionRecord = Pick<
  NoteRecord,
  'noteNo' | 'authorNo' | 'version' | 'title' | 'text' | 'textLength' | 'lastUpdate'
>
export type RevisionSummary = Omit<RevisionRecord, 'text'>

const schema = defineSchema<RevisionRecord>('revisions', {
  noteNo: Number,
  authorNo: Number,
  version: Number,
  title: String,
  text: String,
  textLength: Number,
  lastUpdate: Date,
})
schema.index({ noteNo: 1, version: -1 }, { unique: true })
schema.index({ authorNo: 1 })

export function createHistoryStore(connection: Connection) {
  const revisions = connection.model('Revision', schema)
  return {
    /** Keeps a version. Keeping it again changes nothing. */
    async keep({
      noteNo,
      authorNo,
      version,
      title,
      text,
      textLength,
      lastUpdate,
    }: RevisionRecord): Promise<void> {
      try {
        await revisions.create({ noteNo, authorNo, version, title, text, textLength, lastUpdate })
      } catch (error) {
        if (duplicateFields(error) === null) throw error
      }
    },
    /** Newest first, without their texts. */
    async newest(noteNo: number, limit: number): Promise<RevisionSummary[]> {
      return revisions
        .find({ noteNo }, { _id: 0, text: 0 })
        .sort({ version: -1 })
        .limit(limit)
        .lean<RevisionSummary[]>()
    },
    async one(noteNo: number, version: number): Promise<RevisionRecord | null> {
      return revisions.findOne({ noteNo, version }, { _id: 0 }).lean()
    },
    /** Forgets all but the newest `kept`. */
    async prune(noteNo: number, kept: number): Promise<void> {
      const tooOld = await revisions
        .findOne({ noteNo }, { _id: 0, version: 1 })
        .sort({ version: -1 })
        .skip(kept)
        .lean()
      if (tooOld) await revisions.deleteMany({ noteNo, version: { $lte: tooOld.version } })
    },
    async deleteAll(noteNo: number): Promise<void> {
      await revisions.deleteMany({ noteNo })
    },
    async deleteOf(authorNo: number): Promise<void> {
      await revisions.deleteMany({ authorNo })
    },
  }
}

export type HistoryStore = ReturnType<typeof createHistoryStore>

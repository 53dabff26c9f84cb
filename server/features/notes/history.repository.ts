import type { Connection } from 'mongoose'
import {
  pictureIdsOf,
  type WithPictureIds,
} from '#server/features/notePictures/pictureReferences.repository.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { NoteRecord } from './notes.repository.ts'

/** An earlier text of a note. The current text is in the note itself. */
export type EarlierVersionRecord = Pick<
  NoteRecord,
  'noteNo' | 'authorNo' | 'version' | 'title' | 'text' | 'textLength' | 'lastUpdate'
> & {
  /** Who wrote it, if others than the author did. */
  writerNos?: number[]
}

interface StoredVersion extends EarlierVersionRecord, WithPictureIds {
  /** Contains text that the next save removed. Absent in versions of older releases. */
  losesText?: true
}

const schema = defineSchema<StoredVersion>('revisions', {
  noteNo: Number,
  authorNo: Number,
  version: Number,
  title: String,
  text: String,
  textLength: Number,
  lastUpdate: Date,
  losesText: Boolean,
  writerNos: [Number],
  pictureIds: [String],
})
schema.index({ noteNo: 1, version: -1 }, { unique: true })
schema.index({ authorNo: 1 })
schema.index({ pictureIds: 1, authorNo: 1 }, { partialFilterExpression: { pictureIds: { $exists: true } } })

const WHOLE = { _id: 0, pictureIds: 0, losesText: 0 } as const

export function createHistoryRepository(connection: Connection) {
  const earlierVersions = connection.model('Revision', schema)
  return {
    /** Idempotent. */
    async save({
      noteNo,
      authorNo,
      version,
      title,
      text,
      textLength,
      lastUpdate,
      losesText,
      writerNos,
    }: Omit<StoredVersion, 'pictureIds'>): Promise<void> {
      try {
        const record = { noteNo, authorNo, version, title, text, textLength, lastUpdate }
        await earlierVersions.create({
          ...record,
          ...(losesText && { losesText }),
          ...(writerNos && { writerNos }),
          ...pictureIdsOf(text),
        })
      } catch (error) {
        if (duplicateFields(error) === null) throw error
      }
    },
    /** Newest first. */
    async findNewest(noteNo: number, limit: number): Promise<EarlierVersionRecord[]> {
      return earlierVersions.find({ noteNo }, WHOLE).sort({ version: -1 }).limit(limit).lean()
    },
    async findVersion(noteNo: number, version: number): Promise<EarlierVersionRecord | null> {
      return earlierVersions.findOne({ noteNo, version }, WHOLE).lean()
    },
    /** When each version was written, oldest first. */
    async findTimes(noteNo: number): Promise<Pick<StoredVersion, 'version' | 'lastUpdate' | 'losesText'>[]> {
      return earlierVersions
        .find({ noteNo }, { _id: 0, version: 1, lastUpdate: 1, losesText: 1 })
        .sort({ version: 1 })
        .lean()
    },
    async forget(noteNo: number, versions: readonly number[]): Promise<void> {
      await earlierVersions.deleteMany({ noteNo, version: { $in: [...versions] } })
    },
    async deleteByNotes(noteNos: readonly number[]): Promise<void> {
      await earlierVersions.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
    async deleteByUser(authorNo: number): Promise<void> {
      await earlierVersions.deleteMany({ authorNo })
    },
  }
}

import type { Connection } from 'mongoose'
import type { SeriesPlace } from '#server/features/series/series.record.ts'
import { createBatchLoader } from '#server/platform/batching.ts'
import { type DocumentRecord, documentSchema } from './documents.record.ts'

/** The note of a document, as it is saved. */
interface SavedNote {
  noteNo: number
  authorNo: number
  subjectNo: number
  title: string
  text: string
  version: number
  lastUpdate: Date
  series?: SeriesPlace
  /** The ID of the document of the editor that created the note. */
  requestKey?: string
}

export interface FoundDocument {
  document: DocumentRecord | null
  /** Null if the note was deleted, or has not been saved yet. */
  note: SavedNote | null
}

const SAVED_NOTE = {
  _id: 0,
  noteNo: 1,
  authorNo: 1,
  subjectNo: 1,
  title: 1,
  text: 1,
  version: 1,
  lastUpdate: 1,
  series: 1,
  requestKey: 1,
} as const

const WITH_NOTE = {
  $lookup: {
    from: 'notes',
    as: 'notes',
    localField: 'noteNo',
    foreignField: 'noteNo',
    pipeline: [{ $project: SAVED_NOTE }],
  },
}

/** All documents of a user may have 100 MB and more, so few are in memory at a time. */
const BATCH_SIZE = 20

/** Reads documents with the notes that they are saved as. */
export function createDocumentFinders(connection: Connection) {
  const documents = connection.model('Document', documentSchema)
  const notes = connection.collection('notes')
  const hasDocument = createBatchLoader<number, true>(async noteNos => {
    const found = await documents
      .find({ noteNo: { $in: [...noteNos] } }, { _id: 0, noteNo: 1 })
      .lean<{ noteNo: number }[]>()
    return new Map(found.map(({ noteNo }) => [noteNo, true]))
  })

  return {
    /** Concurrent calls share a query. */
    hasDocument: async (noteNo: number): Promise<boolean> => (await hasDocument(noteNo)) ?? false,
    async findById(documentId: string): Promise<FoundDocument> {
      const [found] = await documents.aggregate<DocumentRecord & { notes: SavedNote[] }>([
        { $match: { documentId } },
        { $unset: '_id' },
        WITH_NOTE,
      ])
      if (found === undefined) return { document: null, note: null }
      const {
        notes: [note = null],
        ...document
      } = found
      return { document: toRecord(document), note: document.noteNo === undefined ? null : note }
    },
    async findByNote(noteNo: number): Promise<FoundDocument> {
      const [note] = await notes
        .aggregate<SavedNote & { documents: DocumentRecord[] }>([
          { $match: { noteNo } },
          { $project: SAVED_NOTE },
          {
            $lookup: {
              from: 'documents',
              as: 'documents',
              pipeline: [{ $match: { noteNo } }, { $unset: '_id' }],
            },
          },
        ])
        .toArray()
      if (note === undefined) return { document: await findOfDeletedNote(noteNo), note: null }
      const {
        documents: [document],
        ...saved
      } = note
      return { document: document ? toRecord(document) : null, note: saved }
    },
    async *streamNew(ownerNo: number): AsyncGenerator<DocumentRecord> {
      const found = documents
        .find({ ownerNo, noteNo: { $exists: false } }, { _id: 0 })
        .lean<DocumentRecord[]>()
        .cursor({ batchSize: BATCH_SIZE })
      for await (const document of found) yield toRecord(document)
    },
    /** Documents with unsaved changes, last changed first. The note is null if it was deleted, or has not been saved yet. */
    async *streamUnsaved(
      ownerNo: number,
      limit: number,
    ): AsyncGenerator<DocumentRecord & { note: SavedNote | null }> {
      const found: AsyncIterable<DocumentRecord & { notes: SavedNote[] }> = documents
        .aggregate([
          { $match: { ownerNo, isUnsaved: true } },
          { $sort: { changedAt: -1 } },
          { $limit: limit },
          { $unset: '_id' },
          WITH_NOTE,
        ])
        .cursor({ batchSize: BATCH_SIZE })
      for await (const {
        notes: [note],
        ...document
      } of found)
        yield { ...toRecord(document), note: document.noteNo === undefined ? null : (note ?? null) }
    },
  }

  async function findOfDeletedNote(noteNo: number): Promise<DocumentRecord | null> {
    const document = await documents.findOne({ noteNo }, { _id: 0 }).lean<DocumentRecord>()
    return document && toRecord(document)
  }
}

/** The driver returns its own binary type. */
function toRecord(stored: DocumentRecord): DocumentRecord {
  return { ...stored, snapshot: toBuffer(stored.snapshot), updates: stored.updates.map(toBuffer) }
}

const toBuffer = (value: Buffer | { buffer: Buffer }): Buffer =>
  Buffer.isBuffer(value) ? value : Buffer.from(value.buffer)

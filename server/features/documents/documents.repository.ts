import type { Connection } from 'mongoose'
import { DOCUMENT_BYTES_MAX } from '#protocol/limits.ts'
import { DAY_MS } from '#server/platform/durations.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import { createDocumentFinders } from './documents.finding.repository.ts'
import { CLIENTS_MAX, type DocumentRecord, documentSchema, STRUCTS_MAX } from './documents.record.ts'

/** Devices that were offline for longer merge by text. */
const UNUSED_MS = 30 * DAY_MS

export interface AppendedUpdate
  extends Pick<DocumentRecord, 'revision' | 'savedRevision' | 'ownerNo' | 'writers'> {
  updateCount: number
}

const isWriter = (userNo: number) => ({ $or: [{ ownerNo: userNo }, { writers: userNo }] })

/** A change that has been checked against the state of the document. */
export interface AcceptedUpdate {
  documentId: string
  generation: number
  update: Uint8Array
  /** The number of insertions in it. */
  structs: number
  /** The clients of Yjs that become those of the user. */
  clients: readonly number[]
}

/** The document has room for the update. Others fill at most half of it, so that the owner can still shorten what they wrote. */
function isWriterWithRoom(userNo: number, { length }: Uint8Array) {
  return {
    $or: [
      { ownerNo: userNo, bytes: { $lte: DOCUMENT_BYTES_MAX - length } },
      { writers: userNo, bytes: { $lte: DOCUMENT_BYTES_MAX / 2 - length } },
    ],
  }
}

/** Nobody else has inserted something as one of these clients. */
const ownsClients = (userNo: number, clients: readonly number[]) => ({
  clients: { $not: { $elemMatch: { id: { $in: clients }, userNo: { $ne: userNo } } } },
})

/** Handles the error of a write: returns `result` if a unique index rejected it. */
const unlessDuplicate =
  <Result>(result: Result) =>
  (error: unknown): Result => {
    if (duplicateFields(error) === null) throw error
    return result
  }

/** What a save tells about a document. */
export interface SavedState {
  noteNo: number
  /** The revision that was saved. */
  revision: number
}

export function createDocumentRepository(connection: Connection) {
  const documents = connection.model('Document', documentSchema)

  return {
    ...createDocumentFinders(connection),
    /** False if the note, or another user, has a document of this ID already. */
    async insert(document: DocumentRecord): Promise<boolean> {
      return documents.create(document).then(() => true, unlessDuplicate(false))
    },
    async countNew(ownerNo: number): Promise<number> {
      return documents.countDocuments({ ownerNo, noteNo: { $exists: false } })
    },
    /** Stores an update. Null if the user may not write the document, if it has another generation, or if it is full. */
    async append(
      { documentId, generation, update, structs, clients }: AcceptedUpdate,
      userNo: number,
      changedAt: Date,
    ): Promise<AppendedUpdate | null> {
      return documents
        .findOneAndUpdate(
          {
            ...{ documentId, generation },
            ...isWriterWithRoom(userNo, update),
            ...ownsClients(userNo, clients),
            structs: { $not: { $gt: STRUCTS_MAX - structs } },
            [`clients.${CLIENTS_MAX - 1}`]: { $exists: false },
          },
          {
            $push: { updates: Buffer.from(update) },
            $inc: { revision: 1, bytes: update.length, structs },
            $set: { isUnsaved: true, changedAt },
            $addToSet: {
              editedBy: userNo,
              ...(clients.length > 0 && { clients: { $each: clients.map(id => ({ id, userNo })) } }),
            },
          },
          {
            returnDocument: 'after',
            projection: {
              ...{ _id: 0, revision: 1, savedRevision: 1, ownerNo: 1, writers: 1 },
              updateCount: { $size: '$updates' },
            },
          },
        )
        .lean<AppendedUpdate>()
    },
    async addWriter(documentId: string, userNo: number): Promise<void> {
      await documents.updateOne({ documentId }, { $addToSet: { writers: userNo } })
    },
    async removeWriters(documentId: string, userNos: readonly number[]): Promise<void> {
      const removed = { $in: [...userNos] }
      await documents.updateOne({ documentId }, { $pull: { writers: removed, clients: { userNo: removed } } })
    },
    /** They are not named as writers of the next version. */
    async forgetEditors(documentId: string, userNos: readonly number[]): Promise<void> {
      await documents.updateOne({ documentId }, { $pull: { editedBy: { $in: [...userNos] } } })
    },
    /** The documents of a note and of the later parts of its series, of a writer, or of an owner, with their writers. */
    async findWriters(
      selection: { noteNo: number } | { userNo: number } | { ownerNo: number },
    ): Promise<Pick<DocumentRecord, 'documentId' | 'noteNo' | 'headNo' | 'writers'>[]> {
      const ofNote = 'noteNo' in selection ? { $or: [selection, { headNo: selection.noteNo }] } : selection
      const withWriters = { ...ofNote, 'writers.0': { $exists: true } }
      const match = 'userNo' in selection ? { writers: selection.userNo } : withWriters
      return documents.find(match, { _id: 0, documentId: 1, noteNo: 1, headNo: 1, writers: 1 }).lean()
    },
    /** The note is no part of a series any more. */
    async leaveSeries(noteNo: number): Promise<void> {
      await documents.updateOne({ noteNo, headNo: { $exists: true } }, { $unset: { headNo: 1 } })
    },
    /** Documents that are written together and have not been saved since a time, oldest first, after one of them. */
    async findOverdue(
      { after, before }: { after: Pick<DocumentRecord, 'documentId' | 'changedAt'>; before: Date },
      limit: number,
    ): Promise<Pick<DocumentRecord, 'documentId' | 'changedAt'>[]> {
      return documents
        .find(
          {
            isUnsaved: true,
            changedAt: { $gte: after.changedAt, $lt: before },
            $or: [{ changedAt: { $gt: after.changedAt } }, { documentId: { $gt: after.documentId } }],
            'writers.0': { $exists: true },
          },
          { _id: 0, documentId: 1, changedAt: 1 },
        )
        .sort({ changedAt: 1, documentId: 1 })
        .limit(limit)
        .lean()
    },
    /** Replaces the snapshot and the first updates by a new snapshot, unless another node has done so. */
    async compact(
      { documentId, generation, compactions, structs: mergedStructs = 0 }: DocumentRecord,
      snapshot: Uint8Array,
      { updateCount, bytes, structs }: { updateCount: number; bytes: number; structs: number },
    ): Promise<boolean> {
      const { modifiedCount } = await documents.updateOne(
        { documentId, generation, compactions },
        [
          {
            $set: {
              snapshot: Buffer.from(snapshot),
              updates: { $slice: ['$updates', updateCount, { $max: [1, { $size: '$updates' }] }] },
              bytes: { $add: ['$bytes', snapshot.length - bytes] },
              structs: { $add: [{ $ifNull: ['$structs', 0] }, structs - mergedStructs] },
              compactions: compactions + 1,
            },
          },
        ],
        { updatePipeline: true },
      )
      return modifiedCount === 1
    },
    /** Begins the next generation with this state, unless the document has changed. */
    async replace(
      { documentId, generation, revision }: DocumentRecord,
      snapshot: Uint8Array,
      { isSaved }: { isSaved: boolean },
    ): Promise<boolean> {
      const { modifiedCount } = await documents.updateOne(
        { documentId, generation, revision },
        {
          $set: {
            snapshot: Buffer.from(snapshot),
            updates: [],
            bytes: snapshot.length,
            structs: 0,
            clients: [],
            ...(isSaved && { savedRevision: revision }),
          },
          ...(isSaved && { $unset: { isUnsaved: 1, editedBy: 1 } }),
          $inc: { generation: 1, compactions: 1 },
        },
      )
      return modifiedCount === 1
    },
    /** The number of updates; null if the user may not write the document. */
    async findRevision(documentId: string, userNo: number): Promise<number | null> {
      const found = await documents
        .findOne({ documentId, ...isWriter(userNo) }, { _id: 0, revision: 1 })
        .lean()
      return found?.revision ?? null
    },
    /** Gives a saved note the document in which it was written. False if there is none, or the note has one. */
    async assignNote(
      { documentId, ownerNo }: Pick<DocumentRecord, 'documentId' | 'ownerNo'>,
      note: Required<Pick<DocumentRecord, 'noteNo'>> & Pick<DocumentRecord, 'headNo'>,
    ): Promise<boolean> {
      const update = { $set: note, $unset: { topicNo: 1 } }
      const { modifiedCount } = await documents
        .updateOne({ documentId, ownerNo, noteNo: { $exists: false } }, update)
        .catch(unlessDuplicate({ modifiedCount: 0 }))
      return modifiedCount === 1
    },
    /**
     * Records a save, unless a later one is recorded. Returns the ID of the document, and who had changed it since the save before; null if
     * there is none, or the note has another.
     */
    async markSaved(
      ownerNo: number,
      document: { documentId: string } | { noteNo: number },
      { noteNo, revision }: SavedState,
    ): Promise<Pick<DocumentRecord, 'documentId' | 'editedBy'> | null> {
      return documents
        .findOneAndUpdate(
          { ownerNo, ...document },
          [
            { $set: { noteNo, savedRevision: { $max: ['$savedRevision', revision] } } },
            {
              $set: {
                topicNo: '$$REMOVE',
                isUnsaved: { $cond: [{ $gt: ['$revision', '$savedRevision'] }, true, '$$REMOVE'] },
                editedBy: { $cond: [{ $gt: ['$revision', '$savedRevision'] }, '$editedBy', '$$REMOVE'] },
              },
            },
          ],
          {
            updatePipeline: true,
            returnDocument: 'before',
            projection: { _id: 0, documentId: 1, editedBy: 1 },
          },
        )
        .lean<Pick<DocumentRecord, 'documentId' | 'editedBy'>>()
        .catch(unlessDuplicate(null))
    },
    /** False if the document has changed. */
    async delete({ documentId, revision }: DocumentRecord): Promise<boolean> {
      return (await documents.deleteOne({ documentId, revision })).deletedCount === 1
    },
    async deleteByNotes(noteNos: readonly number[]): Promise<void> {
      await documents.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
    async deleteByUser(ownerNo: number): Promise<void> {
      await documents.deleteMany({ ownerNo })
    },
    /** Deletes documents without unsaved text that nobody has edited for a while. Opening a note creates its document again. */
    async cleanUp(now: Date): Promise<void> {
      const changedAt = { $lt: new Date(now.getTime() - UNUSED_MS) }
      await documents.deleteMany({ isUnsaved: { $exists: false }, changedAt })
    },
  }
}

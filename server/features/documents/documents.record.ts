import { defineSchema } from '#server/platform/mongo/schema.ts'

/**
 * The Yjs document of a note: what its editors show, saved or not. The state is the snapshot with all updates; a compaction merges
 * updates into the snapshot.
 */
export interface DocumentRecord {
  /** UUID. The request key of the first save, if the note was created in an editor. */
  documentId: string
  ownerNo: number
  /** Absent before the first save. Unique. */
  noteNo?: number
  /** The first part of the series of its note, unless the note is that itself: it decides who may write. */
  headNo?: number
  /** The topic of a note that has not been saved yet. */
  topicNo?: number
  /** Incremented when the state is replaced. */
  generation: number
  snapshot: Buffer
  updates: Buffer[]
  /** Of the snapshot and all updates. */
  bytes: number
  /** The number of all updates so far. */
  revision: number
  /** The revision that contains the saved text. */
  savedRevision: number
  /** Absent unless the revision is higher than the saved one. */
  isUnsaved?: true
  compactions: number
  /** The number of insertions of the snapshot and all updates, as Yjs stores them. */
  structs?: number
  /** The clients of Yjs that have inserted something in this generation, and their users. */
  clients?: { id: number; userNo: number }[]
  /** Members who have opened it and may write it. Absent before there are any. */
  writers?: number[]
  /** Who has changed it since the last save. */
  editedBy?: number[]
  changedAt: Date
}

/**
 * Limits of one generation. Yjs compares insertions at the same place with each other, so a document with more of them would take long to
 * open.
 */
export const STRUCTS_MAX = 2_000
export const CLIENTS_MAX = 400

export const documentSchema = defineSchema<DocumentRecord>('documents', {
  documentId: String,
  ownerNo: Number,
  noteNo: Number,
  headNo: Number,
  topicNo: Number,
  generation: Number,
  snapshot: Buffer,
  updates: [Buffer],
  bytes: Number,
  revision: Number,
  savedRevision: Number,
  isUnsaved: Boolean,
  compactions: Number,
  structs: Number,
  clients: [{ id: Number, userNo: Number }],
  writers: [Number],
  editedBy: [Number],
  changedAt: Date,
})
documentSchema.index({ documentId: 1 }, { unique: true })
documentSchema.index({ noteNo: 1 }, { unique: true, partialFilterExpression: { noteNo: { $exists: true } } })
documentSchema.index({ headNo: 1 }, { partialFilterExpression: { headNo: { $exists: true } } })
documentSchema.index({ ownerNo: 1, isUnsaved: 1, changedAt: -1 })
documentSchema.index({ isUnsaved: 1, changedAt: 1, documentId: 1 })
documentSchema.index({ writers: 1 }, { partialFilterExpression: { writers: { $exists: true } } })

import { LRUCache } from 'lru-cache'
import type { Connection } from 'mongoose'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import { upTo } from '#server/platform/upTo.ts'

/** That somebody has opened a note of somebody else's. */
interface NoteReadRecord {
  noteNo: number
  userNo: number
}

const schema = defineSchema<NoteReadRecord>('noteReads', { noteNo: Number, userNo: Number })
schema.index({ noteNo: 1, userNo: 1 }, { unique: true })
schema.index({ userNo: 1, noteNo: 1 })

/** By this node, so that reading a note again asks nothing. */
const MARKS_REMEMBERED = 50_000

export function createNoteReadStore(connection: Connection) {
  const reads = connection.model('NoteRead', schema)
  // But for `unmark`, a mark goes only with its note or its reader, whose numbers are never used again.
  const marked = new LRUCache<string, true>(upTo(MARKS_REMEMBERED))
  return {
    /** `known`: this node has marked it before. */
    async mark(noteNo: number, userNo: number): Promise<'first' | 'again' | 'known'> {
      const mark = `${noteNo} ${userNo}`
      if (marked.has(mark)) return 'known'
      try {
        const { upsertedCount } = await reads.updateOne({ noteNo, userNo }, {}, { upsert: true })
        marked.set(mark, true)
        return upsertedCount === 1 ? 'first' : 'again'
      } catch (error) {
        if (duplicateFields(error) !== null) return 'again'
        throw error
      }
    },
    async unmark(noteNo: number, userNo: number): Promise<void> {
      marked.delete(`${noteNo} ${userNo}`)
      await reads.deleteOne({ noteNo, userNo })
    },
    async readersOf(noteNo: number): Promise<number[]> {
      return (await reads.find({ noteNo }, { _id: 0, userNo: 1 }).lean()).map(read => read.userNo)
    },
    /** Who of these users has opened each of the notes; notes that none of them has are absent. */
    async readersAmong(
      userNos: readonly number[],
      noteNos: readonly number[],
    ): Promise<Map<number, number[]>> {
      const found = await reads
        .find(
          { noteNo: { $in: [...noteNos] }, userNo: { $in: [...userNos] } },
          { _id: 0, noteNo: 1, userNo: 1 },
        )
        .lean()
      const readers = new Map<number, number[]>()
      for (const { noteNo, userNo } of found) readers.set(noteNo, [...(readers.get(noteNo) ?? []), userNo])
      return readers
    },
    /** Every note that the user has opened, the oldest note first. */
    async allOpenedBy(userNo: number): Promise<number[]> {
      const found = await reads.find({ userNo }, { _id: 0, noteNo: 1 }).sort({ noteNo: 1 }).lean()
      return found.map(read => read.noteNo)
    },
    async deleteOfNotes(noteNos: readonly number[]): Promise<void> {
      await reads.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
    async deleteOf(userNo: number): Promise<void> {
      await reads.deleteMany({ userNo })
    },
  }
}

export type NoteReadStore = ReturnType<typeof createNoteReadStore>

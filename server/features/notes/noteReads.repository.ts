import { LRUCache } from 'lru-cache'
import type { Connection } from 'mongoose'
import { lruOptions } from '#server/platform/caches.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A user has opened another user's note. */
interface NoteReadRecord {
  noteNo: number
  userNo: number
}

const schema = defineSchema<NoteReadRecord>('noteReads', { noteNo: Number, userNo: Number })
schema.index({ noteNo: 1, userNo: 1 }, { unique: true })
schema.index({ userNo: 1, noteNo: 1 })

/** On this node, so that reading a note again needs no query. */
const CACHE_ENTRIES_MAX = 50_000

export function createNoteReadRepository(connection: Connection) {
  const reads = connection.model('NoteRead', schema)
  // Except by `unmark`, a mark is deleted only with its note or reader, whose numbers are never reused.
  const marked = new LRUCache<string, true>(lruOptions(CACHE_ENTRIES_MAX))
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
    async findReaders(noteNo: number): Promise<number[]> {
      return (await reads.find({ noteNo }, { _id: 0, userNo: 1 }).lean()).map(read => read.userNo)
    },
    /** Which of the users have opened each note; notes opened by none are absent. */
    async findReadersAmong(
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
    /** All notes that the user has opened, oldest note first. */
    async findAllOpenedBy(userNo: number): Promise<number[]> {
      const found = await reads.find({ userNo }, { _id: 0, noteNo: 1 }).sort({ noteNo: 1 }).lean()
      return found.map(read => read.noteNo)
    },
    async deleteByNotes(noteNos: readonly number[]): Promise<void> {
      await reads.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
    async deleteByUser(userNo: number): Promise<void> {
      await reads.deleteMany({ userNo })
    },
  }
}

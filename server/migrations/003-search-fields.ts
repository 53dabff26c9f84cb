import type { Connection, mongo } from 'mongoose'
import { type SearchFields, searchFieldsOf } from '#server/features/notes/searchFields.ts'
import type { Migration } from '#server/platform/mongo/installation.ts'

interface StoredNote {
  noteNo: number
  title: string
  text: string
  sought?: SearchFields
}

const NOTES_AT_ONCE = 200

/**
 * Adds the search fields of every note. Nodes of the previous release do not maintain them, so they must have stopped.
 */
export const searchFields: Migration = {
  number: 3,
  name: 'search fields',
  lowestRelease: 3,
  async run(connection: Connection) {
    const notes = connection.collection<StoredNote>('notes')
    const left = notes
      .find({ noteNo: { $gt: 0 }, sought: { $exists: false } })
      .project<StoredNote>({ noteNo: 1, title: 1, text: 1 })
      .batchSize(NOTES_AT_ONCE)
    let writes: mongo.AnyBulkWriteOperation<StoredNote>[] = []
    const write = async () => {
      if (writes.length > 0) await notes.bulkWrite(writes, { ordered: false })
      writes = []
    }
    for await (const { noteNo, title, text } of left) {
      const update = { $set: { sought: searchFieldsOf({ title, text }) } }
      writes.push({ updateOne: { filter: { noteNo }, update } })
      if (writes.length >= NOTES_AT_ONCE) await write()
    }
    await write()
  },
}

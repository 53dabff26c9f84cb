import type { Connection, mongo } from 'mongoose'
import { type SearchFields, searchFieldsOf } from '#server/features/notes/searchFields.ts'
import type { Migration } from '#server/platform/mongo/installation.ts'

interface StoredNote {
  noteNo: number
  version: number
  title: string
  text: string
  sought?: SearchFields
}

const NOTES_AT_ONCE = 200

/**
 * Rebuilds the search text of every note, so that look-alike texts match. Nodes of the previous release still write the
 * old form, which finds what it found before; the next save corrects it.
 */
export const rebuildSearchFields: Migration = {
  number: 6,
  name: 'search fields without invisible characters, accents and widths',
  async run(connection: Connection) {
    const notes = connection.collection<StoredNote>('notes')
    const all = notes
      .find({ noteNo: { $gt: 0 } })
      .project<StoredNote>({ noteNo: 1, version: 1, title: 1, text: 1, sought: 1 })
      .batchSize(NOTES_AT_ONCE)
    let writes: mongo.AnyBulkWriteOperation<StoredNote>[] = []
    const write = async () => {
      if (writes.length > 0) await notes.bulkWrite(writes, { ordered: false })
      writes = []
    }
    for await (const { noteNo, version, title, text, sought } of all) {
      const made = searchFieldsOf({ title, text })
      if (sought?.text === made.text && sought.initials === made.initials) continue
      // A save in between has written its own.
      writes.push({ updateOne: { filter: { noteNo, version }, update: { $set: { sought: made } } } })
      if (writes.length >= NOTES_AT_ONCE) await write()
    }
    await write()
  },
}

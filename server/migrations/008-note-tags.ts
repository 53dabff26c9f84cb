import type { Connection, mongo } from 'mongoose'
import { tagsOf, type WithTags } from '#server/features/tags/tags.record.ts'
import type { Migration } from '#server/platform/mongo/installation.ts'

interface StoredNote extends WithTags {
  noteNo: number
  version: number
  text: string
}

const NOTES_AT_ONCE = 200

/** Stores the tags of every note. Nodes of the previous release do not maintain them: the next save does. */
export const noteTags: Migration = {
  number: 8,
  name: 'tags of notes',
  async run(connection: Connection) {
    const notes = connection.collection<StoredNote>('notes')
    const all = notes
      .find({ noteNo: { $gt: 0 }, tags: { $exists: false } })
      .project<StoredNote>({ noteNo: 1, version: 1, text: 1 })
      .batchSize(NOTES_AT_ONCE)
    let writes: mongo.AnyBulkWriteOperation<StoredNote>[] = []
    const write = async () => {
      if (writes.length > 0) await notes.bulkWrite(writes, { ordered: false })
      writes = []
    }
    for await (const { noteNo, version, text } of all) {
      const { tags } = tagsOf(text)
      if (tags === undefined) continue
      // A save in between has written its own.
      writes.push({ updateOne: { filter: { noteNo, version }, update: { $set: { tags } } } })
      if (writes.length >= NOTES_AT_ONCE) await write()
    }
    await write()
  },
}

import type { Connection, mongo } from 'mongoose'
import { createTargetFinder, lookedUpTitles, titlesOf } from '#protocol/linkTargets.ts'
import { linkedNotesIn } from '#protocol/markdown/linkedNotes.ts'
import type { NoteLinkRecord } from '#server/features/links/links.record.ts'
import { createLinkRepository } from '#server/features/links/links.repository.ts'
import type { Migration } from '#server/platform/mongo/installation.ts'

interface StoredNote {
  noteNo: number
  authorNo: number
  version: number
  text: string
  links?: NoteLinkRecord[]
}

const NOTES_AT_ONCE = 200

/**
 * Stores the links of every note. Nodes of the previous release do not maintain them: after their saves, new words lead nowhere until the
 * next save.
 */
export const noteLinks: Migration = {
  number: 7,
  name: 'links between notes',
  async run(connection: Connection) {
    const notes = connection.collection<StoredNote>('notes')
    const repository = createLinkRepository(connection)
    const all = notes
      .find({ noteNo: { $gt: 0 }, links: { $exists: false } })
      .project<StoredNote>({ noteNo: 1, authorNo: 1, version: 1, text: 1 })
      .batchSize(NOTES_AT_ONCE)
    let writes: mongo.AnyBulkWriteOperation<StoredNote>[] = []
    const write = async () => {
      if (writes.length > 0) await notes.bulkWrite(writes, { ordered: false })
      writes = []
    }
    for await (const { noteNo, authorNo, version, text } of all) {
      const written = linkedNotesIn(text)
      if (written.length === 0) continue
      const titles = written.flatMap(({ key, noteNo }) => (noteNo === undefined ? lookedUpTitles(key) : []))
      // No text has had topics in its links before, so only titles are looked up.
      const candidates = (await repository.findByTitles(authorNo, titles)).map(note => ({
        ...note,
        topicTitle: '',
      }))
      const findTarget = createTargetFinder(candidates)
      const links = written.map(({ key, noteNo }): NoteLinkRecord => {
        if (noteNo !== undefined) return { key, noteNo }
        const found = findTarget(key)
        if (found === null) return { key, titles: titlesOf(key) }
        return { key, noteNo: found.note.noteNo, ...(found.hasHeading && { hasHeading: true }) }
      })
      // A save in between has written its own.
      writes.push({ updateOne: { filter: { noteNo, version }, update: { $set: { links } } } })
      if (writes.length >= NOTES_AT_ONCE) await write()
    }
    await write()
  },
}

import { LRUCache } from 'lru-cache'
import type { Connection } from 'mongoose'
import { pictureIdsOf } from '#server/features/notePictures/pictureReferences.ts'
import { batched } from '#server/platform/batched.ts'
import { bulkWriteAll, type Write } from '#server/platform/mongo/bulkWriteAll.ts'
import type { EditingSession } from './history.rules.ts'
import { beginningOf } from './notes.excerpt.ts'
import { searchFieldsOf } from './searchFields.ts'

/** What of a note a save builds on: it is taken only while the note is still so. */
export interface SaveBasis {
  noteNo: number
  subjectNo: number
  authorNo: number
  /** 1 at first, one more with each save. */
  version: number
  title: string
  text: string
  lastUpdate: Date
  sitting?: EditingSession
  /** It is shared, or has been: set before the first share is saved, and never taken back. */
  everShared?: true
}
interface Change {
  title: string
  text: string
  lastUpdate: Date
  sitting: EditingSession
}
/** What is told of a note that was saved. */
export interface SavedNote extends Omit<SaveBasis, 'sitting' | 'text'> {
  /** As much of the text as its excerpt may need. */
  beginning: string
}

/** Notes being written at a node, in characters of their texts: some 16 MB. */
const KNOWN_MAX = 8_000_000
/** What the rest of a note takes, in characters. */
const KNOWN_REST = 300

/**
 * Saves of the same moment go to the database in one command, which takes half of what one for each would. They go past the
 * schema: a field that it lacks would be stored.
 */
export function saveNotes(connection: Connection) {
  const known = new LRUCache<number, SaveBasis>({
    maxSize: KNOWN_MAX,
    sizeCalculation: ({ title, text }) => title.length + text.length + KNOWN_REST,
  })
  const write = batched<Write, boolean>(async saves => {
    const { found } = await bulkWriteAll(connection, saves)
    return new Map(saves.map(save => [save, found(save)]))
  })

  return {
    /** A note as this node made or saved it last, or is about to: it may have changed since. Undefined when it did neither. */
    knownFrom: (noteNo: number): SaveBasis | undefined => known.get(noteNo),
    /** To be told of a note that was just made. */
    hasMade({
      noteNo,
      authorNo,
      subjectNo,
      version,
      title,
      text,
      lastUpdate,
      sitting: editingSession,
    }: SaveBasis): void {
      const made = { noteNo, authorNo, subjectNo, version, title, text, lastUpdate }
      known.set(noteNo, { ...made, ...(editingSession && { sitting: editingSession }) })
    },
    /** Saves a new title and text, as the next version. Null when there is no note any more that is as `basis` says. */
    async update(basis: SaveBasis, change: Change): Promise<SavedNote | null> {
      const { noteNo, authorNo, subjectNo, everShared } = basis
      const version = basis.version + 1
      const { title, text, lastUpdate } = change
      const told = {
        noteNo,
        authorNo,
        subjectNo,
        version,
        title,
        lastUpdate,
        ...(everShared && { everShared }),
      }
      // Whoever saves it meanwhile builds on this one, and is written after it.
      if ((known.get(noteNo)?.version ?? 0) < version)
        known.set(noteNo, { ...told, text, sitting: change.sitting })
      let isSaved = false
      try {
        isSaved = (await write(saving(basis, change))) ?? false
      } finally {
        if (!isSaved && known.get(noteNo)?.version === version) known.delete(noteNo)
      }
      return isSaved ? { ...told, beginning: beginningOf(text) } : null
    },
  }
}

function saving(basis: SaveBasis, change: Change): Write {
  const { noteNo, version, subjectNo, everShared, sitting: editingSession, lastUpdate } = basis
  const held = pictureIdsOf(change.text)
  return {
    collection: 'notes',
    filter: {
      noteNo,
      version,
      subjectNo,
      everShared: everShared ?? { $exists: false },
      // It may build on a save that was not taken, and another node have made the version of that number, with another text.
      lastUpdate,
      ...(editingSession && {
        'sitting.sessionId': editingSession.sessionId,
        'sitting.since': editingSession.since,
      }),
    },
    update: {
      $set: { ...change, textLength: change.text.length, sought: searchFieldsOf(change), ...held },
      ...(!held.pictureIds && { $unset: { pictureIds: 1 } }),
      $inc: { version: 1 },
    },
  }
}

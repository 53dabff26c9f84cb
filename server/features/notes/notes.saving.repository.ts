import { LRUCache } from 'lru-cache'
import type { Connection } from 'mongoose'
import { isLaterPart } from '#protocol/access.ts'
import type { NoteLinkRecord } from '#server/features/links/links.record.ts'
import { pictureIdsOf } from '#server/features/notePictures/pictureReferences.repository.ts'
import type { WithSeries } from '#server/features/series/series.record.ts'
import { tagsOf } from '#server/features/tags/tags.record.ts'
import { createBatchLoader } from '#server/platform/batching.ts'
import { bulkWriteAll, type Write } from '#server/platform/mongo/queries.ts'
import type { EditingSession } from './history.rules.ts'
import { beginningOf, excerptFieldOf, type WithExcerpt } from './notes.excerpt.ts'
import { searchFieldsOf } from './searchFields.ts'

/** State of a note on which a save builds; the save applies only if the note is still in this state. */
export interface SaveBasis extends WithSeries {
  noteNo: number
  subjectNo: number
  authorNo: number
  /** Incremented by each save, from 1. */
  version: number
  title: string
  text: string
  lastUpdate: Date
  /** Stored as `sitting`. */
  editingSession?: EditingSession
  /** Set before the first share is saved, and never removed. */
  everShared?: true
  /** Links to other notes. Absent if there are none. */
  links?: NoteLinkRecord[]
}
interface Change {
  title: string
  text: string
  lastUpdate: Date
  editingSession: EditingSession
  /** Links of the text (`linksOfSave`). */
  links: NoteLinkRecord[]
}
/** A saved note, as it is published. */
export type SavedNote = Omit<SaveBasis, 'editingSession' | 'text' | 'links'> & WithExcerpt

/** Cached text of notes being edited at this node, in characters; about 16 MB. */
const CACHE_SIZE_MAX = 8_000_000
/** Size of the other fields, in characters. */
const OTHER_FIELDS_SIZE = 300

/**
 * Batches concurrent saves into one command, which takes half the time of separate ones. Writes bypass the schema, so
 * a field missing from it would be stored.
 */
export function createNoteUpdates(connection: Connection) {
  const cache = new LRUCache<number, SaveBasis>({
    maxSize: CACHE_SIZE_MAX,
    sizeCalculation: ({ title, text }) => title.length + text.length + OTHER_FIELDS_SIZE,
  })
  const write = createBatchLoader<Write, boolean>(async saves => {
    const { found } = await bulkWriteAll(connection, saves)
    return new Map(saves.map(save => [save, found(save)]))
  })

  return {
    /** The note as this node last created or saved it, or is about to; it may be outdated. Undefined if unknown. */
    getKnown: (noteNo: number): SaveBasis | undefined => cache.get(noteNo),
    /** Call when a note becomes the first part of a series. */
    forget: (noteNo: number): void => void cache.delete(noteNo),
    /** Call for each new note. */
    remember({
      noteNo,
      authorNo,
      subjectNo,
      version,
      title,
      text,
      lastUpdate,
      editingSession,
      links,
      series,
    }: SaveBasis): void {
      const made = { noteNo, authorNo, subjectNo, version, title, text, lastUpdate }
      cache.set(noteNo, {
        ...made,
        ...(editingSession && { editingSession }),
        ...(links && { links }),
        ...(series && { series }),
      })
    },
    /** Saves title and text as the next version. Null if the note no longer matches `basis`. */
    async update(basis: SaveBasis, change: Change): Promise<SavedNote | null> {
      const { noteNo, authorNo, subjectNo, everShared, series } = basis
      const version = basis.version + 1
      const { title, text, lastUpdate, links } = change
      const event = {
        noteNo,
        authorNo,
        subjectNo,
        version,
        title,
        lastUpdate,
        ...(everShared && { everShared }),
        ...(series && { series }),
      }
      // A concurrent save builds on this one and is written after it.
      if ((cache.get(noteNo)?.version ?? 0) < version)
        cache.set(noteNo, { ...event, text, editingSession: change.editingSession, links })
      let isSaved = false
      try {
        isSaved = (await write(saving(basis, change))) ?? false
      } finally {
        if (!isSaved && cache.get(noteNo)?.version === version) cache.delete(noteNo)
      }
      return isSaved ? { ...event, beginning: beginningOf(text) } : null
    },
  }
}

function saving(basis: SaveBasis, change: Change): Write {
  const { noteNo, version, subjectNo, everShared, editingSession, lastUpdate, title } = basis
  const { editingSession: nextSession, links, ...fields } = change
  const pictureIds = pictureIdsOf(change.text)
  const tags = tagsOf(change.text)
  const hasOtherLinks = links !== basis.links
  return {
    collection: 'notes',
    filter: {
      noteNo,
      version,
      subjectNo,
      everShared: everShared ?? { $exists: false },
      // If the previous save failed, another node may have written the same version number with another text.
      lastUpdate,
      // A later part has the title of the first one, which may be renamed meanwhile.
      ...(isLaterPart(basis) && { title }),
      ...(editingSession && {
        'sitting.sessionId': editingSession.sessionId,
        'sitting.since': editingSession.since,
      }),
    },
    update: {
      $set: {
        ...fields,
        sitting: nextSession,
        textLength: change.text.length,
        sought: searchFieldsOf(change),
        ...excerptFieldOf({ text: change.text, version: version + 1 }),
        ...pictureIds,
        ...tags,
        ...(hasOtherLinks && links.length > 0 && { links }),
      },
      $unset: {
        ...(!pictureIds.pictureIds && { pictureIds: 1 }),
        ...(!tags.tags && { tags: 1 }),
        ...(hasOtherLinks && links.length === 0 && { links: 1 }),
      },
      $inc: { version: 1 },
    },
  }
}

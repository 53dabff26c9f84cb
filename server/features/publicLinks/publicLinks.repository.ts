import type { Connection } from 'mongoose'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import type { PublicLinkRecord, Takedown, WithPublicLink } from './publicLinks.record.ts'

type LinkedNote = Pick<NoteRecord, 'noteNo' | 'title' | 'lastUpdate'> & Required<WithPublicLink>
/** A note as its public page shows it: the saved text, and nothing else of it. */
export type PublicNote = Pick<
  NoteRecord,
  'noteNo' | 'authorNo' | 'title' | 'text' | 'version' | 'lastUpdate' | 'series'
> &
  Required<WithPublicLink>

const LINKED = { _id: 0, noteNo: 1, title: 1, lastUpdate: 1, publicLink: 1 } as const
const PUBLIC = { ...LINKED, authorNo: 1, text: 1, version: 1, series: 1 } as const
/** As in the partial indexes of `notes.repository.ts`. */
const IS_PUBLIC = { 'publicLink.linkId': { $exists: true } } as const
const IS_TAKEN_DOWN = { 'takenDown.at': { $exists: true } } as const

/** The public links of notes. The schema of the collection is in `notes.repository.ts`; these operations bypass it. */
export function createPublicLinkRepository(connection: Connection) {
  const notes = connection.collection<NoteRecord & WithPublicLink>('notes')
  return {
    /** The link of a note with which it is public now; the given one unless it is public already. Null if it may not be. */
    async publish(
      { noteNo, authorNo }: { noteNo: number; authorNo: number },
      link: PublicLinkRecord,
    ): Promise<PublicLinkRecord | null> {
      const published = await notes.findOneAndUpdate(
        { noteNo, authorNo, 'takenDown.at': { $exists: false } },
        [{ $set: { publicLink: { $ifNull: ['$publicLink', { $literal: link }] } } }],
        { returnDocument: 'after', projection: LINKED },
      )
      return published?.publicLink ?? null
    },
    async end(noteNo: number, authorNo: number): Promise<void> {
      await notes.updateOne({ noteNo, authorNo }, { $unset: { publicLink: 1 } })
    },
    /** Undoes `publish`, unless the note has another link by now. */
    async endLink(linkId: string): Promise<void> {
      await notes.updateOne({ 'publicLink.linkId': linkId }, { $unset: { publicLink: 1 } })
    },
    /** False if the note is not public. */
    async setIndexed(noteNo: number, authorNo: number, isIndexed: boolean): Promise<boolean> {
      const { matchedCount } = await notes.updateOne(
        { noteNo, authorNo, ...IS_PUBLIC },
        isIndexed ? { $set: { 'publicLink.isIndexed': true } } : { $unset: { 'publicLink.isIndexed': 1 } },
      )
      return matchedCount === 1
    },
    /** Null if the link is unknown or has ended. */
    async findNote(linkId: string): Promise<PublicNote | null> {
      return notes.findOne<PublicNote>({ 'publicLink.linkId': linkId }, { projection: PUBLIC })
    },
    /** Of these links those that have not ended. */
    async findLive(linkIds: readonly string[]): Promise<Set<string>> {
      if (linkIds.length === 0) return new Set()
      const found = notes.find<LinkedNote>(
        { 'publicLink.linkId': { $in: [...linkIds] } },
        { projection: { _id: 0, publicLink: 1 } },
      )
      return new Set((await found.toArray()).map(({ publicLink }) => publicLink.linkId))
    },
    async count(authorNo: number): Promise<number> {
      return notes.countDocuments({ authorNo, ...IS_PUBLIC })
    },
    async countOthers(authorNo: number, noteNo: number): Promise<number> {
      return notes.countDocuments({ authorNo, ...IS_PUBLIC, noteNo: { $ne: noteNo } })
    },
    /** Newest first. */
    async findByAuthor(authorNo: number): Promise<LinkedNote[]> {
      return notes
        .find<LinkedNote>({ authorNo, ...IS_PUBLIC }, { projection: LINKED })
        .sort({ 'publicLink.since': -1, noteNo: -1 })
        .toArray()
    },
    /** Newest first, with their texts. */
    async findNewestByAuthor(authorNo: number, limit: number): Promise<PublicNote[]> {
      return notes
        .find<PublicNote>({ authorNo, ...IS_PUBLIC }, { projection: PUBLIC })
        .sort({ 'publicLink.since': -1, noteNo: -1 })
        .limit(limit)
        .toArray()
    },
    async findTakedowns(authorNo: number): Promise<{ noteNo: number; takenDown: Takedown }[]> {
      return notes
        .find<{ noteNo: number; takenDown: Takedown }>(
          { authorNo, ...IS_TAKEN_DOWN },
          { projection: { _id: 0, noteNo: 1, takenDown: 1 } },
        )
        .toArray()
    },
    /** Returns the note; null if the link is unknown or has ended. */
    async takeDown(
      linkId: string,
      takenDown: Takedown,
    ): Promise<Pick<NoteRecord, 'noteNo' | 'authorNo'> | null> {
      return notes.findOneAndUpdate(
        { 'publicLink.linkId': linkId },
        { $set: { takenDown }, $unset: { publicLink: 1 } },
        { projection: { _id: 0, noteNo: 1, authorNo: 1 } },
      )
    },
  }
}

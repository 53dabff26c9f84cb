import type { Connection } from 'mongoose'
import { BACKLINKS_MAX, LINK_TITLES_MAX } from '#protocol/limits.ts'
import { IN_ORDER, IN_TOPIC, type SeriesPlace } from '#server/features/series/series.record.ts'
import type { NoteLinkRecord } from './links.record.ts'

interface StoredNote {
  noteNo: number
  subjectNo: number
  authorNo: number
  title: string
  lastUpdate: Date
  everShared?: true
  links?: NoteLinkRecord[]
  series?: SeriesPlace
}

/** What links need of a note. */
export type LinkableNote = Pick<StoredNote, 'noteNo' | 'subjectNo' | 'title' | 'everShared' | 'series'>
type LinkingNote = LinkableNote & Pick<StoredNote, 'links'>

const LINKABLE = { _id: 0, noteNo: 1, subjectNo: 1, title: 1, everShared: 1, series: 1 } as const

/** Compares titles without case and width, as `linkKeyOf` does. */
export const BY_TITLE = { locale: 'en', strength: 2 } as const
/** Of notes with the same few titles. */
const SAME_TITLE_MAX = 1_000

/** Finds notes by title, and by their links. */
export function createLinkRepository(connection: Connection) {
  const notes = connection.collection<StoredNote>('notes')
  return {
    /** Newest first. */
    async findByTitles(authorNo: number, titles: readonly string[]): Promise<LinkableNote[]> {
      return notes
        .find(
          { authorNo, title: { $in: [...titles] }, ...IN_TOPIC },
          { projection: LINKABLE, collation: BY_TITLE },
        )
        .sort({ noteNo: -1 })
        .limit(SAME_TITLE_MAX)
        .toArray()
    },
    async findOwn(authorNo: number, noteNos: readonly number[]): Promise<LinkableNote[]> {
      if (noteNos.length === 0) return []
      return notes.find({ noteNo: { $in: [...noteNos] }, authorNo }, { projection: LINKABLE }).toArray()
    },
    /**
     * Notes of the author with a link to the note (`noteNos`: with all parts of its series), or with one of these titles that no
     * note has had, and only these links of them. Last changed first.
     */
    async findLinking(
      authorNo: number,
      noteNos: readonly number[],
      titles: readonly string[],
    ): Promise<LinkingNote[]> {
      const isOf = [...noteNos]
      const hasTitle = { $setIntersection: [{ $ifNull: ['$$link.titles', []] }, { $literal: [...titles] }] }
      const leadsHere = { $or: [{ $in: ['$$link.noteNo', isOf] }, { $ne: [hasTitle, []] }] }
      return notes
        .find(
          {
            authorNo,
            noteNo: { $nin: isOf },
            $or: [{ 'links.noteNo': { $in: isOf } }, { 'links.titles': { $in: [...titles] } }],
          },
          {
            projection: { ...LINKABLE, links: { $filter: { input: '$links', as: 'link', cond: leadsHere } } },
          },
        )
        .sort({ lastUpdate: -1, noteNo: -1 })
        .limit(BACKLINKS_MAX)
        .toArray()
    },
    /** The links of all parts of a series, in order. */
    async findOfSeries(headNo: number): Promise<NoteLinkRecord[]> {
      const found = notes
        .find({ 'series.headNo': headNo }, { projection: { _id: 0, links: 1 } })
        .sort(IN_ORDER)
      return (await found.toArray()).flatMap(({ links = [] }) => links)
    },
    /** Newest first. The index has all fields. */
    async findTitles(authorNo: number): Promise<Pick<StoredNote, 'noteNo' | 'title' | 'subjectNo'>[]> {
      return notes
        .find({ authorNo, ...IN_TOPIC }, { projection: { _id: 0, noteNo: 1, title: 1, subjectNo: 1 } })
        .sort({ noteNo: -1 })
        .limit(LINK_TITLES_MAX)
        .toArray()
    },
    /** Links with these titles lead to the note from now on, whatever it is called. */
    async pin(authorNo: number, titles: readonly string[], noteNo: number): Promise<void> {
      const isTitle = { $in: [...titles] }
      const pinned = (filter: object) => [{ 'link.titles': isTitle, ...filter }]
      const filter = { authorNo, 'links.titles': isTitle }
      await notes.bulkWrite([
        {
          updateMany: {
            filter,
            update: { $set: { 'links.$[link].noteNo': noteNo }, $unset: { 'links.$[link].titles': 1 } },
            arrayFilters: pinned({ 'link.key': isTitle }),
          },
        },
        {
          updateMany: {
            filter,
            update: {
              $set: { 'links.$[link].noteNo': noteNo, 'links.$[link].hasHeading': true },
              $unset: { 'links.$[link].titles': 1 },
            },
            arrayFilters: pinned({}),
          },
        },
      ])
    },
  }
}

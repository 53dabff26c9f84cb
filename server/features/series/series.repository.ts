import type { Connection } from 'mongoose'
import { BEGINNING_LENGTH } from '#server/features/notes/notes.excerpt.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import type { SavedNote } from '#server/features/notes/notes.saving.repository.ts'
import { searchFieldsOf } from '#server/features/notes/searchFields.ts'
import { IN_ORDER, type SeriesPlace } from './series.record.ts'

/** A part without its text. */
export type PartHeader = Pick<
  NoteRecord,
  'noteNo' | 'authorNo' | 'subjectNo' | 'title' | 'textLength' | 'version' | 'lastUpdate' | 'everShared'
> & { series: SeriesPlace }
export type PartWithText = PartHeader & Pick<NoteRecord, 'text' | 'links'>

/** The parts of a series in a list. */
export interface PartSum {
  partCount: number
  /** UTF-16 units of all parts. */
  length: number
}

const HEADER = {
  ...{ _id: 0, noteNo: 1, authorNo: 1, subjectNo: 1, title: 1, textLength: 1 },
  ...{ version: 1, lastUpdate: 1, everShared: 1, series: 1 },
} as const

const SAVED = {
  ...{ _id: 0, noteNo: 1, authorNo: 1, subjectNo: 1, title: 1, version: 1 },
  ...{ lastUpdate: 1, everShared: 1, series: 1 },
  beginning: { $substrCP: ['$text', 0, BEGINNING_LENGTH] },
} as const

/** Parts of series. The schema of the collection is in `notes.repository.ts`; these operations bypass it. */
export function createSeriesRepository(connection: Connection) {
  const notes = connection.collection<NoteRecord>('notes')
  return {
    /** In order. Empty if the number is not that of a first part. */
    async findParts(headNo: number): Promise<PartHeader[]> {
      return notes
        .find<PartHeader>({ 'series.headNo': headNo }, { projection: HEADER })
        .sort(IN_ORDER)
        .toArray()
    },
    /** The same with texts and links. */
    async findTexts(headNo: number): Promise<PartWithText[]> {
      return notes
        .find<PartWithText>({ 'series.headNo': headNo }, { projection: { ...HEADER, text: 1, links: 1 } })
        .sort(IN_ORDER)
        .toArray()
    },
    /** By first part. */
    async countParts(headNos: readonly number[]): Promise<Map<number, PartSum>> {
      if (headNos.length === 0) return new Map()
      const found = await notes
        .aggregate<PartSum & { _id: number }>([
          { $match: { 'series.headNo': { $in: [...headNos] } } },
          { $group: { _id: '$series.headNo', partCount: { $sum: 1 }, length: { $sum: '$textLength' } } },
        ])
        .toArray()
      return new Map(found.map(({ _id, partCount, length }) => [_id, { partCount, length }]))
    },
    /** Gives the later parts the title of the first one, in one command. */
    async renameParts(headNo: number, title: string): Promise<void> {
      const { text, initials } = searchFieldsOf({ title, text: '' })
      const withTitle = (field: string, line: string) => ({
        $concat: [
          { $literal: line.slice(0, line.indexOf('\n')) },
          { $substrBytes: [field, { $indexOfBytes: [field, '\n'] }, -1] },
        ],
      })
      await notes.updateMany({ 'series.headNo': headNo, noteNo: { $ne: headNo } }, [
        {
          $set: {
            title: { $literal: title },
            'sought.text': withTitle('$sought.text', text),
            'sought.initials': withTitle('$sought.initials', initials),
          },
        },
      ])
    },
    /** Makes room after a place. */
    async shiftAfter(headNo: number, place: number): Promise<void> {
      await notes.updateMany(
        { 'series.headNo': headNo, 'series.place': { $gt: place } },
        { $inc: { 'series.place': 1 } },
      )
    },
    /** A part was changed: the first part counts as changed at this time. Returns it; null if it is gone. */
    async touchHead(headNo: number, at: Date): Promise<SavedNote | null> {
      return notes.findOneAndUpdate(
        { noteNo: headNo, 'series.headNo': headNo },
        { $max: { lastUpdate: at } },
        { returnDocument: 'after', projection: SAVED },
      ) as Promise<SavedNote | null>
    },
  }
}

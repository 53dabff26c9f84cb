import type { Connection } from 'mongoose'
import { TAGS_LISTED_MAX } from '#protocol/limits.ts'
import type { TagView } from '#protocol/tags.ts'
import { IN_LIST, type NoteInList } from '#server/features/notes/notes.repository.ts'
import type { Range } from '#server/platform/paging.ts'

/** Finds notes by their tags. */
export function createTagRepository(connection: Connection) {
  const notes = connection.collection<{ authorNo: number; tags?: string[] }>('notes')
  return {
    /**
     * The tags of an author's notes, those with most notes first. A series counts once. One more than are listed shows that
     * there are more.
     */
    async countNotes(authorNo: number): Promise<TagView[]> {
      return notes
        .aggregate<TagView>([
          { $match: { authorNo, tags: { $exists: true } } },
          { $project: { tags: 1, headNo: '$series.headNo' } },
          { $unwind: '$tags' },
          {
            $group: {
              _id: '$tags',
              alone: { $sum: { $cond: [{ $gt: ['$headNo', null] }, 0, 1] } },
              headNos: { $addToSet: '$headNo' },
            },
          },
          { $project: { noteCount: { $add: ['$alone', { $size: '$headNos' }] } } },
          { $sort: { noteCount: -1, _id: 1 } },
          { $limit: TAGS_LISTED_MAX + 1 },
          { $project: { _id: 0, tag: '$_id', noteCount: 1 } },
        ])
        .toArray()
    },
    /** Last changed first. A series with the tag in any part is listed by its first part. */
    async findPage(
      authorNo: number,
      tag: string,
      { skip, limit }: Range,
    ): Promise<{ total: number; items: NoteInList[] }> {
      const tagged = { authorNo, tags: tag }
      const inSeries = { ...tagged, 'series.headNo': { $exists: true } }
      const [all, ...series] = await notes
        .aggregate<{ _id: number; count: number }>([
          { $match: tagged },
          { $group: { _id: 0, count: { $sum: 1 } } },
          {
            $unionWith: {
              coll: 'notes',
              pipeline: [{ $match: inSeries }, { $group: { _id: '$series.headNo', count: { $sum: 1 } } }],
            },
          },
        ])
        .toArray()
      if (all === undefined) return { total: 0, items: [] }
      const headNos = series.map(({ _id }) => _id)
      const alone = { ...tagged, 'series.headNo': { $exists: false } }
      const items = await notes
        .aggregate<NoteInList>([
          { $match: headNos.length === 0 ? tagged : { $or: [alone, { noteNo: { $in: headNos } }] } },
          { $sort: { lastUpdate: -1, noteNo: -1 } },
          { $skip: skip },
          { $limit: limit },
          ...IN_LIST,
        ])
        .toArray()
      const partCount = series.reduce((sum, { count }) => sum + count, 0)
      return { total: all.count - partCount + headNos.length, items }
    },
  }
}

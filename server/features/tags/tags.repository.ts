import type { Connection } from 'mongoose'
import { TAGS_LISTED_MAX } from '#protocol/limits.ts'
import type { TagView } from '#protocol/tags.ts'
import { IN_LIST, type NoteInList } from '#server/features/notes/notes.repository.ts'
import type { Range } from '#server/platform/paging.ts'

/** Finds notes by their tags. */
export function createTagRepository(connection: Connection) {
  const notes = connection.collection<{ authorNo: number; tags?: string[] }>('notes')
  return {
    /** The tags of an author's notes, those with most notes first. One more than are listed shows that there are more. */
    async countNotes(authorNo: number): Promise<TagView[]> {
      return notes
        .aggregate<TagView>([
          { $match: { authorNo, tags: { $exists: true } } },
          { $project: { tags: 1 } },
          { $unwind: '$tags' },
          { $group: { _id: '$tags', noteCount: { $sum: 1 } } },
          { $sort: { noteCount: -1, _id: 1 } },
          { $limit: TAGS_LISTED_MAX + 1 },
          { $project: { _id: 0, tag: '$_id', noteCount: 1 } },
        ])
        .toArray()
    },
    /** Last changed first. */
    async findPage(
      authorNo: number,
      tag: string,
      { skip, limit }: Range,
    ): Promise<{ total: number; items: NoteInList[] }> {
      const [total, items] = await Promise.all([
        notes.countDocuments({ authorNo, tags: tag }),
        notes
          .aggregate<NoteInList>([
            { $match: { authorNo, tags: tag } },
            { $sort: { lastUpdate: -1, noteNo: -1 } },
            { $skip: skip },
            { $limit: limit },
            ...IN_LIST,
          ])
          .toArray(),
      ])
      return { total, items }
    },
  }
}

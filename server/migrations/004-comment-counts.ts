import type { Connection } from 'mongoose'
import type { Migration } from '#server/platform/mongo/installation.ts'

/**
 * Stores the number of comments in each thread. Nodes of the previous release do not maintain it, so they must have
 * stopped.
 */
export const commentCounts: Migration = {
  number: 4,
  name: 'comment counts',
  lowestRelease: 4,
  async run(connection: Connection) {
    await connection
      .collection('comments')
      .aggregate([
        { $group: { _id: { noteNo: '$noteNo', hubNo: '$hubNo' }, count: { $sum: 1 } } },
        {
          $project: {
            _id: 0,
            noteNo: '$_id.noteNo',
            hubNo: '$_id.hubNo',
            count: 1,
            marks: [],
            changes: { $literal: 0 },
          },
        },
        { $merge: { into: 'threads', on: ['noteNo', 'hubNo'], whenMatched: 'replace' } },
      ])
      .toArray()
  },
}

import type { Connection } from 'mongoose'
import type { Migration } from '#server/platform/mongo/installation.ts'

/** Stores the number of reactions in each suggestion, for sorting. */
export const reactionCounts: Migration = {
  number: 5,
  name: 'reaction counts',
  async run(connection: Connection) {
    await connection
      .collection('opinionEmpathies')
      .aggregate([
        { $group: { _id: '$suggestionNo', empathyCount: { $sum: 1 } } },
        { $project: { _id: 0, suggestionNo: '$_id', empathyCount: 1 } },
        {
          $merge: {
            into: 'suggestions',
            on: 'suggestionNo',
            whenMatched: 'merge',
            whenNotMatched: 'discard',
          },
        },
      ])
      .toArray()
  },
}

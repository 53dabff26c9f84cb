import type { Connection } from 'mongoose'
import type { Migration } from '#server/platform/mongo/installation.ts'

/**
 * Stores the number of notes in each topic, and marks notes that are or were shared. Nodes of the previous release
 * maintain neither, so they must have stopped.
 */
export const noteCounts: Migration = {
  number: 2,
  name: 'note counts',
  lowestRelease: 3,
  async run(connection: Connection) {
    await connection
      .collection('topics')
      .updateMany({}, [{ $set: { noteCount: { $ifNull: ['$noteCount', 0] } } }])
    await connection
      .collection('notes')
      .aggregate([
        { $group: { _id: '$subjectNo', noteCount: { $sum: 1 } } },
        { $project: { _id: 0, subjectNo: '$_id', noteCount: 1 } },
        { $merge: { into: 'topics', on: 'subjectNo', whenMatched: 'merge', whenNotMatched: 'discard' } },
      ])
      .toArray()
    await connection
      .collection('shares')
      .aggregate([
        { $group: { _id: '$noteNo' } },
        { $project: { _id: 0, noteNo: '$_id', everShared: { $literal: true } } },
        { $merge: { into: 'notes', on: 'noteNo', whenMatched: 'merge', whenNotMatched: 'discard' } },
      ])
      .toArray()
  },
}

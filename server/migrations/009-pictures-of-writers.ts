import type { Connection } from 'mongoose'
import type { Migration } from '#server/platform/mongo/installation.ts'

const withPictures = [
  { $match: { pictureIds: { $exists: true } } },
  { $project: { _id: 0, authorNo: 1, pictureIds: 1 } },
]

/**
 * Lets the notes that have a picture of another user keep it. Earlier releases did not store who had put it there, so a
 * picture that was only linked stays as well.
 */
export const picturesOfWriters: Migration = {
  number: 9,
  name: 'pictures of writers',
  async run(connection: Connection) {
    await connection
      .collection('notes')
      .aggregate([
        ...withPictures,
        { $unionWith: { coll: 'revisions', pipeline: withPictures } },
        { $unionWith: { coll: 'trash', pipeline: withPictures } },
        { $unwind: '$pictureIds' },
        { $group: { _id: '$pictureIds', authorNos: { $addToSet: '$authorNo' } } },
        {
          $lookup: {
            from: 'notePictures',
            localField: '_id',
            foreignField: 'pictureId',
            pipeline: [{ $project: { _id: 0, ownerNo: 1 } }],
            as: 'owners',
          },
        },
        {
          $project: {
            _id: 0,
            pictureId: '$_id',
            authorNos: { $setDifference: ['$authorNos', '$owners.ownerNo'] },
          },
        },
        { $match: { 'authorNos.0': { $exists: true } } },
        {
          $merge: {
            into: 'notePictures',
            on: 'pictureId',
            // A save in between may have added its author.
            whenMatched: [
              {
                $set: { authorNos: { $setUnion: [{ $ifNull: ['$authorNos', []] }, '$$new.authorNos'] } },
              },
            ],
            whenNotMatched: 'discard',
          },
        },
      ])
      .toArray()
  },
}

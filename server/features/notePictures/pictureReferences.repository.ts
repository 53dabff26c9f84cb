import type { Connection, PipelineStage } from 'mongoose'
import { pictureIdsIn } from '#protocol/pictureAddress.ts'

/** Common fields of notes, versions and deleted notes. */
interface DocumentWithPictures {
  authorNo: number
  pictureIds: string[]
}

interface OwnedPicture {
  ownerNo: number
  authorNos?: number[]
  pictureId: string
}

/** Finds references to pictures in notes, versions and deleted notes. */
export function createPictureReferenceRepository(connection: Connection) {
  const notes = connection.collection<DocumentWithPictures>('notes')
  return {
    /**
     * Whether a note, version or deleted note of the owner, or of an author with whom the owner has written, references the picture. Other
     * users' notes do not count. Takes the same time for any number of references.
     */
    async isReferenced({ ownerNo, authorNos = [], pictureId }: OwnedPicture): Promise<boolean> {
      const one = [
        { $match: { pictureIds: pictureId, authorNo: { $in: [ownerNo, ...authorNos] } } },
        { $limit: 1 },
        { $project: { _id: 0, authorNo: 1 } },
      ] satisfies PipelineStage[]
      const found = await notes
        .aggregate([
          ...one,
          { $unionWith: { coll: 'revisions', pipeline: one } },
          { $unionWith: { coll: 'trash', pipeline: one } },
        ])
        .toArray()
      return found.length > 0
    },
  }
}

/** Stored with notes, their versions and deleted notes, so that references to pictures can be queried. */
export interface WithPictureIds {
  /** Absent if there are none. */
  pictureIds?: string[]
}

/** Store the result in the same write as the text. */
export function pictureIdsOf(text: string): WithPictureIds {
  const pictureIds = pictureIdsIn(text)
  return pictureIds.length === 0 ? {} : { pictureIds }
}

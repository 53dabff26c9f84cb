import type { Connection, PipelineStage } from 'mongoose'

/** What the documents of notes, of their versions and of the trash have in common. */
interface Holder {
  authorNo: number
  pictureIds: string[]
}

interface OwnedPicture {
  ownerNo: number
  pictureId: string
}

/** Looks whether pictures stand in notes: each note, version and deleted note is stored with the pictures in its text. */
export function createHeldPictures(connection: Connection) {
  const notes = connection.collection<Holder>('notes')
  return {
    /**
     * Whether a note, version or deleted note of its owner's holds it. What others write into theirs holds nothing. It takes no
     * longer however many there are.
     */
    async isHeld({ ownerNo, pictureId }: OwnedPicture): Promise<boolean> {
      const one = [
        { $match: { pictureIds: pictureId, authorNo: ownerNo } },
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

export type HeldPictures = ReturnType<typeof createHeldPictures>

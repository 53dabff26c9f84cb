import type { Connection } from 'mongoose'
import { NOTE_PICTURES_BYTES_MAX } from '#protocol/limits.ts'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** How much of their room a person's pictures take. */
interface PictureSpaceRecord {
  ownerNo: number
  /** Of all pictures that are there, are being stored or are being deleted. */
  bytes: number
  /** Those that are being stored or deleted. */
  unsettled: { pictureId: string; bytes: number; since: Date }[]
}

/** A picture that takes room. */
export interface SizedPicture {
  ownerNo: number
  pictureId: string
  /** In bytes. */
  size: number
}

const schema = defineSchema<PictureSpaceRecord>('pictureSpace', {
  ownerNo: Number,
  bytes: Number,
  unsettled: [{ pictureId: String, bytes: Number, since: Date }],
})
schema.index({ ownerNo: 1 }, { unique: true })
schema.index({ 'unsettled.since': 1 }, { sparse: true })

/**
 * Keeps how much room pictures take, so that nobody counts them: a picture that comes or goes stands in `unsettled` meanwhile. Should
 * the node die in between it stays there, and `unsettledBefore` tells who has to look whether it is there.
 */
export function createPictureSpace(connection: Connection) {
  const spaces = connection.model('PictureSpace', schema)
  return {
    /** Room for a picture that is about to be stored; false when there is none. However many ask at once, no byte too many is given. */
    async reserve({ ownerNo, pictureId, size }: SizedPicture, now: Date): Promise<boolean> {
      const reserving = [
        { ownerNo, bytes: { $lte: NOTE_PICTURES_BYTES_MAX - size } },
        { $inc: { bytes: size }, $push: { unsettled: { pictureId, bytes: size, since: now } } },
      ] as const
      try {
        await spaces.updateOne(...reserving, { upsert: true })
        return true
      } catch (error) {
        if (duplicateFields(error) === null) throw error
      }
      // There is no such room; or two began it at once, and this one came second.
      return (await spaces.updateOne(...reserving)).matchedCount === 1
    },
    /** It is about to be deleted. */
    async leave({ ownerNo, pictureId, size }: SizedPicture, now: Date): Promise<void> {
      await spaces.updateOne(
        { ownerNo, 'unsettled.pictureId': { $ne: pictureId } },
        { $push: { unsettled: { pictureId, bytes: size, since: now } } },
      )
    },
    /** Whether it is there now. Safe to repeat. */
    async settle({ ownerNo, pictureId, size }: SizedPicture, isThere: boolean): Promise<void> {
      await spaces.updateOne(
        { ownerNo, 'unsettled.pictureId': pictureId },
        { $pull: { unsettled: { pictureId } }, $inc: { bytes: isThere ? 0 : -size } },
      )
    },
    async unsettledBefore(before: Date): Promise<SizedPicture[]> {
      const found = await spaces.find({ 'unsettled.since': { $lt: before } }, { _id: 0 }).lean()
      return found.flatMap(({ ownerNo, unsettled }) =>
        unsettled
          .filter(({ since }) => since < before)
          .map(({ pictureId, bytes }) => ({ ownerNo, pictureId, size: bytes })),
      )
    },
    async deleteOf(ownerNo: number): Promise<void> {
      await spaces.deleteMany({ ownerNo })
    },
  }
}

export type PictureSpace = ReturnType<typeof createPictureSpace>

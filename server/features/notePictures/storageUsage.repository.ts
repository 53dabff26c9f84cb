import type { Connection } from 'mongoose'
import { NOTE_PICTURES_BYTES_MAX } from '#protocol/limits.ts'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** Storage used by a user's pictures. */
interface StorageUsageRecord {
  ownerNo: number
  /** Of all pictures, including those being stored or deleted. */
  bytes: number
  /** Pictures that are being stored or deleted. */
  unsettled: { pictureId: string; bytes: number; since: Date }[]
}

/** A picture with its size. */
export interface SizedPicture {
  ownerNo: number
  pictureId: string
  /** In bytes. */
  size: number
}

const schema = defineSchema<StorageUsageRecord>('pictureSpace', {
  ownerNo: Number,
  bytes: Number,
  unsettled: [{ pictureId: String, bytes: Number, since: Date }],
})
schema.index({ ownerNo: 1 }, { unique: true })
schema.index({ 'unsettled.since': 1 }, { sparse: true })

/**
 * Tracks storage usage, so that uploads need not sum it up. A picture that is being stored or deleted is in
 * `unsettled`. After a crash it stays there, and `findUnsettled` reports it for a check.
 */
export function createStorageUsageRepository(connection: Connection) {
  const spaces = connection.model('PictureSpace', schema)
  return {
    /**
     * Reserves storage before the picture is stored; false if the quota is used up. Concurrent calls cannot exceed
     * the quota.
     */
    async reserve({ ownerNo, pictureId, size }: SizedPicture, now: Date): Promise<boolean> {
      const reservation = [
        { ownerNo, bytes: { $lte: NOTE_PICTURES_BYTES_MAX - size } },
        { $inc: { bytes: size }, $push: { unsettled: { pictureId, bytes: size, since: now } } },
      ] as const
      try {
        await spaces.updateOne(...reservation, { upsert: true })
        return true
      } catch (error) {
        if (duplicateFields(error) === null) throw error
      }
      // There is no record yet; or two calls created it at once and this one was second.
      return (await spaces.updateOne(...reservation)).matchedCount === 1
    },
    /** Call before deleting the picture. */
    async startDeletion({ ownerNo, pictureId, size }: SizedPicture, now: Date): Promise<void> {
      await spaces.updateOne(
        { ownerNo, 'unsettled.pictureId': { $ne: pictureId } },
        { $push: { unsettled: { pictureId, bytes: size, since: now } } },
      )
    },
    /** Records whether the picture exists. Idempotent. */
    async settle({ ownerNo, pictureId, size }: SizedPicture, isThere: boolean): Promise<void> {
      await spaces.updateOne(
        { ownerNo, 'unsettled.pictureId': pictureId },
        { $pull: { unsettled: { pictureId } }, $inc: { bytes: isThere ? 0 : -size } },
      )
    },
    async findUnsettled(before: Date): Promise<SizedPicture[]> {
      const found = await spaces.find({ 'unsettled.since': { $lt: before } }, { _id: 0 }).lean()
      return found.flatMap(({ ownerNo, unsettled }) =>
        unsettled
          .filter(({ since }) => since < before)
          .map(({ pictureId, bytes }) => ({ ownerNo, pictureId, size: bytes })),
      )
    },
    async deleteByUser(ownerNo: number): Promise<void> {
      await spaces.deleteMany({ ownerNo })
    },
  }
}

export type StorageUsageRepository = ReturnType<typeof createStorageUsageRepository>

import type { Connection, mongo, Types } from 'mongoose'
import { DROPPED_PICTURE_MS, NOTE_PICTURES_BYTES_MAX, UNUSED_PICTURE_MS } from '#protocol/limits.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A picture in notes. It has some hundred kB, so it is stored in the database and nodes need no shared disk. */
export interface NotePictureRecord extends ReferenceState {
  /** Unguessable: the address is the permission to see the picture. */
  pictureId: string
  ownerNo: number
  /** Authors of notes that the owner has written along and put the picture into: their notes keep it as well. Absent if there are none. */
  authorNos?: number[]
  bytes: Types.Buffer | Buffer
  /** In bytes. */
  size: number
  /** In pixels. */
  width: number
  height: number
  uploadedAt: Date
  /** Idempotency key from the client. */
  requestKey?: string
}
export type NotePictureSummary = Omit<NotePictureRecord, 'bytes'>

const SUMMARY = { _id: 0, bytes: 0 } as const

const notePictureSchema = defineSchema<NotePictureRecord>('notePictures', {
  pictureId: String,
  ownerNo: Number,
  authorNos: [Number],
  bytes: Buffer,
  size: Number,
  width: Number,
  height: Number,
  uploadedAt: Date,
  requestKey: String,
  unheldSince: Date,
  wasHeld: Boolean,
  checkAt: Date,
})
notePictureSchema.index({ pictureId: 1 }, { unique: true })
notePictureSchema.index({ ownerNo: 1, uploadedAt: 1 })
notePictureSchema.index({ checkAt: 1 })
notePictureSchema.index({ authorNos: 1 }, { sparse: true })
notePictureSchema.index(
  { ownerNo: 1, requestKey: 1 },
  { unique: true, partialFilterExpression: { requestKey: { $exists: true } } },
)

export function createNotePictureRepository(connection: Connection) {
  const pictures = connection.model('NotePicture', notePictureSchema)
  return {
    /** False, without a change, if the owner has used the request key before. */
    async insert(picture: NotePictureRecord): Promise<boolean> {
      try {
        await pictures.create(picture)
        return true
      } catch (error) {
        if (duplicateFields(error) === null) throw error
        return false
      }
    },
    async findByRequestKey(ownerNo: number, requestKey: string): Promise<NotePictureSummary | null> {
      return pictures.findOne({ ownerNo, requestKey }, SUMMARY).lean<NotePictureSummary>()
    },
    async getBytes(pictureId: string): Promise<Buffer | null> {
      const found = await pictures
        .findOne({ pictureId }, { _id: 0, bytes: 1 })
        .lean<{ bytes: mongo.Binary }>()
      if (found === null) return null
      const { buffer, byteOffset, byteLength } = found.bytes.value()
      return Buffer.from(buffer, byteOffset, byteLength)
    },
    async findSize(pictureId: string): Promise<number | null> {
      return (await pictures.findOne({ pictureId }, { _id: 0, size: 1 }).lean())?.size ?? null
    },
    async exists(pictureId: string): Promise<boolean> {
      return (await pictures.exists({ pictureId })) !== null
    },
    /** Pictures to check by `now`. */
    async findDue(now: Date, limit: number): Promise<NotePictureSummary[]> {
      return pictures
        .find({ checkAt: { $lte: now } }, SUMMARY)
        .limit(limit)
        .lean<NotePictureSummary[]>()
    },
    /** False if another node has checked it meanwhile. */
    async saveCheck(
      { pictureId, checkAt: lookedAt }: NotePictureSummary,
      state: ReferenceState,
    ): Promise<boolean> {
      const { checkAt, unheldSince, wasHeld } = state
      const { matchedCount } = await pictures.updateOne(
        { pictureId, checkAt: lookedAt },
        {
          $set: { checkAt, ...(unheldSince && { unheldSince }), ...(wasHeld && { wasHeld }) },
          ...(!unheldSince && { $unset: { unheldSince: 1 } }),
        },
      )
      return matchedCount === 1
    },
    /** The notes of the author keep those of the pictures that belong to these owners. */
    async keepForAuthor(
      pictureIds: readonly string[],
      { authorNo, ownerNos }: { authorNo: number; ownerNos: readonly number[] },
    ): Promise<void> {
      await pictures.updateMany(
        { pictureId: { $in: [...pictureIds] }, ownerNo: { $in: [...ownerNos] } },
        { $addToSet: { authorNos: authorNo } },
      )
    },
    async delete(pictureId: string): Promise<void> {
      await pictures.deleteOne({ pictureId })
    },
    /** Also those that others have put into notes of the user. A cursor, oldest first; never loads all of them. */
    streamByOwnerOrAuthor(userNo: number): AsyncIterable<NotePictureSummary> {
      return pictures
        .find({ $or: [{ ownerNo: userNo }, { authorNos: userNo }] }, SUMMARY)
        .sort({ uploadedAt: 1 })
        .lean<NotePictureSummary[]>()
        .cursor()
    },
    async removeAuthor(authorNo: number): Promise<void> {
      await pictures.updateMany({ authorNos: authorNo }, { $pull: { authorNos: authorNo } })
    },
    async deleteByUser(ownerNo: number): Promise<void> {
      await pictures.deleteMany({ ownerNo })
    },
  }
}

export type NotePictureRepository = ReturnType<typeof createNotePictureRepository>

/** Whether notes reference a picture, as far as known. */
export interface ReferenceState {
  /** When the first check found no reference; absent while there is one. */
  unheldSince?: Date
  /** The picture was referenced before. */
  wasHeld?: true
  /** Time of the next check. */
  checkAt: Date
}

/** Interval of reference checks. */
const CHECK_PERIOD_MS = 6 * 60 * 60 * 1000

/** State of a new picture. */
export function initialReferenceState(now: Date): ReferenceState {
  return { unheldSince: now, checkAt: nextCheck(now) }
}

/** State after a check; null if the picture has been unreferenced for too long. */
export function referenceStateAfterCheck(
  { unheldSince, wasHeld }: ReferenceState,
  isReferenced: boolean,
  now: Date,
): ReferenceState | null {
  if (isReferenced) return { wasHeld: true, checkAt: nextCheck(now) }
  const since = unheldSince ?? now
  const keptUntil = since.getTime() + (wasHeld ? DROPPED_PICTURE_MS : UNUSED_PICTURE_MS)
  if (keptUntil <= now.getTime()) return null
  const checkAt = new Date(Math.min(keptUntil, nextCheck(now).getTime()))
  return { ...(wasHeld && { wasHeld }), unheldSince: since, checkAt }
}

const nextCheck = (now: Date) => new Date(now.getTime() + CHECK_PERIOD_MS)

/** Storage used by a user's pictures. */
interface StorageUsageRecord {
  ownerNo: number
  /** Of all pictures, including those being stored or deleted. */
  bytes: number
  /** Pictures that are being stored or deleted. */
  unsettled: { pictureId: string; bytes: number; since: Date }[]
}

/** A picture with its size. */
interface SizedPicture {
  ownerNo: number
  pictureId: string
  /** In bytes. */
  size: number
}

const storageUsageSchema = defineSchema<StorageUsageRecord>(COLLECTIONS.storageUsage, {
  ownerNo: Number,
  bytes: Number,
  unsettled: [{ pictureId: String, bytes: Number, since: Date }],
})
storageUsageSchema.index({ ownerNo: 1 }, { unique: true })
storageUsageSchema.index({ 'unsettled.since': 1 }, { sparse: true })

/**
 * Tracks storage usage, so that uploads need not sum it up. A picture that is being stored or deleted is in
 * `unsettled`. After a crash it stays there, and `findUnsettled` reports it for a check.
 */
export function createStorageUsageRepository(connection: Connection) {
  const spaces = connection.model('StorageUsage', storageUsageSchema)
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

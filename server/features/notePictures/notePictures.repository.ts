import type { Connection, mongo, Types } from 'mongoose'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { ReferenceState } from './notePictures.rules.ts'

/** A picture in notes. It has some hundred kB, so it is stored in the database and nodes need no shared disk. */
export interface NotePictureRecord extends ReferenceState {
  /** Unguessable: the address is the permission to see the picture. */
  pictureId: string
  ownerNo: number
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

const schema = defineSchema<NotePictureRecord>('notePictures', {
  pictureId: String,
  ownerNo: Number,
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
schema.index({ pictureId: 1 }, { unique: true })
schema.index({ ownerNo: 1, uploadedAt: 1 })
schema.index({ checkAt: 1 })
schema.index(
  { ownerNo: 1, requestKey: 1 },
  { unique: true, partialFilterExpression: { requestKey: { $exists: true } } },
)

export function createNotePictureRepository(connection: Connection) {
  const pictures = connection.model('NotePicture', schema)
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
    async delete(pictureId: string): Promise<void> {
      await pictures.deleteOne({ pictureId })
    },
    /** A cursor, oldest first; never loads all of them. */
    streamByOwner(ownerNo: number): AsyncIterable<NotePictureSummary> {
      return pictures.find({ ownerNo }, SUMMARY).sort({ uploadedAt: 1 }).lean<NotePictureSummary[]>().cursor()
    },
    async deleteByUser(ownerNo: number): Promise<void> {
      await pictures.deleteMany({ ownerNo })
    },
  }
}

export type NotePictureRepository = ReturnType<typeof createNotePictureRepository>

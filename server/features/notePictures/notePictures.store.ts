import type { Connection, mongo, Types } from 'mongoose'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Holding } from './notePictures.rules.ts'

/** A picture for notes. Some hundred kB, so it lives in the database and several nodes need no shared disk. */
export interface NotePictureRecord extends Holding {
  /** Unguessable: whoever has it may see the picture. */
  pictureId: string
  ownerNo: number
  bytes: Types.Buffer | Buffer
  /** Of the bytes. */
  size: number
  /** In pixels. */
  width: number
  height: number
  uploadedAt: Date
  /** The client's key of the upload. */
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

export function createNotePictureStore(connection: Connection) {
  const pictures = connection.model('NotePicture', schema)
  return {
    /** False, and nothing changed, when there is one with its owner's request key. */
    async insert(picture: NotePictureRecord): Promise<boolean> {
      try {
        await pictures.create(picture)
        return true
      } catch (error) {
        if (duplicateFields(error) === null) throw error
        return false
      }
    },
    async byRequestKey(ownerNo: number, requestKey: string): Promise<NotePictureSummary | null> {
      return pictures.findOne({ ownerNo, requestKey }, SUMMARY).lean<NotePictureSummary>()
    },
    async bytesOf(pictureId: string): Promise<Buffer | null> {
      const found = await pictures
        .findOne({ pictureId }, { _id: 0, bytes: 1 })
        .lean<{ bytes: mongo.Binary }>()
      if (found === null) return null
      const { buffer, byteOffset, byteLength } = found.bytes.value()
      return Buffer.from(buffer, byteOffset, byteLength)
    },
    async sizeOf(pictureId: string): Promise<number | null> {
      return (await pictures.findOne({ pictureId }, { _id: 0, size: 1 }).lean())?.size ?? null
    },
    async isThere(pictureId: string): Promise<boolean> {
      return (await pictures.exists({ pictureId })) !== null
    },
    /** Those that are to be looked at by `now`. */
    async due(now: Date, limit: number): Promise<NotePictureSummary[]> {
      return pictures
        .find({ checkAt: { $lte: now } }, SUMMARY)
        .limit(limit)
        .lean<NotePictureSummary[]>()
    },
    /** False when somebody else has looked at it meanwhile. */
    async recheck({ pictureId, checkAt: lookedAt }: NotePictureSummary, holding: Holding): Promise<boolean> {
      const { checkAt, unheldSince, wasHeld } = holding
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
    /** One by one, the oldest first: never all of them in memory. */
    ofOwner(ownerNo: number): AsyncIterable<NotePictureSummary> {
      return pictures.find({ ownerNo }, SUMMARY).sort({ uploadedAt: 1 }).lean<NotePictureSummary[]>().cursor()
    },
    async deleteOf(ownerNo: number): Promise<void> {
      await pictures.deleteMany({ ownerNo })
    },
  }
}

export type NotePictureStore = ReturnType<typeof createNotePictureStore>

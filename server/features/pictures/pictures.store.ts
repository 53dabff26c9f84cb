import { randomBytes } from 'node:crypto'
import type { Connection, Types } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A profile picture: some 10 kB, so it lives in the database and several nodes need no shared disk. */
interface PictureRecord {
  /** Unguessable: whoever has it may see the picture. */
  pictureId: string
  userNo: number
  bytes: Types.Buffer | Buffer
}

const ID_BYTES = 16

const schema = defineSchema<PictureRecord>('pictures', { pictureId: String, userNo: Number, bytes: Buffer })
schema.index({ pictureId: 1 }, { unique: true })
schema.index({ userNo: 1 })

export function createPictureStore(connection: Connection) {
  const pictures = connection.model('Picture', schema)
  return {
    async insert(userNo: number, bytes: Buffer): Promise<string> {
      const pictureId = randomBytes(ID_BYTES).toString('base64url')
      await pictures.create({ pictureId, userNo, bytes })
      return pictureId
    },
    async bytesOf(pictureId: string): Promise<Buffer | null> {
      const found = await pictures.findOne({ pictureId }, { _id: 0, bytes: 1 })
      return found && Buffer.from(found.bytes)
    },
    async delete(pictureId: string): Promise<void> {
      await pictures.deleteOne({ pictureId })
    },
    async deleteOf(userNo: number): Promise<void> {
      await pictures.deleteMany({ userNo })
    },
  }
}

export type PictureStore = ReturnType<typeof createPictureStore>

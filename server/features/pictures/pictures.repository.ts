import { randomBytes } from 'node:crypto'
import type { Connection, Types } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A profile picture. It has about 10 kB, so it is stored in the database and nodes need no shared disk. */
interface PictureRecord {
  /** Unguessable: the address is the permission to see the picture. */
  pictureId: string
  userNo: number
  bytes: Types.Buffer | Buffer
}

const ID_BYTES = 16

const schema = defineSchema<PictureRecord>('pictures', { pictureId: String, userNo: Number, bytes: Buffer })
schema.index({ pictureId: 1 }, { unique: true })
schema.index({ userNo: 1 })

export function createPictureRepository(connection: Connection) {
  const pictures = connection.model('Picture', schema)
  return {
    async insert(userNo: number, bytes: Buffer): Promise<string> {
      const pictureId = randomBytes(ID_BYTES).toString('base64url')
      await pictures.create({ pictureId, userNo, bytes })
      return pictureId
    },
    async getBytes(pictureId: string): Promise<Buffer | null> {
      const found = await pictures.findOne({ pictureId }, { _id: 0, bytes: 1 })
      return found && Buffer.from(found.bytes)
    },
    async delete(pictureId: string): Promise<void> {
      await pictures.deleteOne({ pictureId })
    },
    async deleteByUser(userNo: number): Promise<void> {
      await pictures.deleteMany({ userNo })
    },
  }
}

export type PictureRepository = ReturnType<typeof createPictureRepository>

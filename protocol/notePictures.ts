import { defineCall } from './call.ts'
import { done, sentence, uuid } from './fields.ts'
import { NOTE_PICTURE_AREA, NOTE_PICTURE_HEIGHT, NOTE_PICTURE_PIXELS, PICTURE_BYTES_MAX } from './limits.ts'
import { z } from './schema.ts'

export const uploadPicture = defineCall({
  method: 'POST',
  path: '/api/picture/upload',
  access: 'member',
  limit: 'picture',
  encoding: 'form',
  isRepeatable: true,
  summary:
    'Stores a picture for notes. A JPEG, PNG, WebP or GIF becomes a WebP without metadata, at an unguessable address. ' +
    'The same requestKey again returns the picture that it created.',
  request: z.object({
    picture: z.file(sentence('notePictures.type')),
    /** Unique per picture, so that a retried upload creates one picture. */
    requestKey: uuid.optional(),
  }),
  file: { field: 'picture', bytesMax: PICTURE_BYTES_MAX, tooLarge: 'notePictures.tooLarge' },
  reply: done.extend({
    /** A path of this server. */
    address: z.string(),
    /** In pixels. */
    width: z.number(),
    height: z.number(),
  }),
})

export interface PixelSize {
  /** In pixels, upright. */
  width: number
  height: number
}

/**
 * The size at which a picture is stored. Keeps the aspect ratio and never enlarges. Limits the width and the area; the height
 * limit is high, because long screenshots of chats are read by scrolling.
 */
export function storedPictureSize({ width, height }: PixelSize): PixelSize {
  const scale = Math.min(
    1,
    NOTE_PICTURE_PIXELS / width,
    NOTE_PICTURE_HEIGHT / height,
    Math.sqrt(NOTE_PICTURE_AREA / (width * height)),
  )
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}

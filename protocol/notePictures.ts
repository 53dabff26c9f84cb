import { defineCall } from './call.ts'
import { done, sentence, uuid } from './fields.ts'
import { PICTURE_BYTES_MAX } from './limits.ts'
import { z } from './schema.ts'

export const uploadPicture = defineCall({
  method: 'POST',
  path: '/api/picture/upload',
  access: 'member',
  limit: 'picture',
  encoding: 'form',
  isRepeatable: true,
  summary:
    'Stores a picture for notes: a JPEG, PNG, WebP or GIF becomes a WebP without metadata, at an address that cannot be guessed. ' +
    'The same requestKey again answers with the picture that it made.',
  request: z.object({
    picture: z.file(sentence('notePictures.type')),
    /** Made by the client once for each picture, so that a repeated upload makes one. */
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

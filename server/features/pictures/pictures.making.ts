import { open } from 'node:fs/promises'
import PQueue from 'p-queue'
import sharp from 'sharp'
import { PICTURE_PIXELS } from '#protocol/limits.ts'
import { RequestError } from '#server/platform/errors.ts'

// Each picture is drawn once.
sharp.cache(false)

export const PICTURE_MEDIA_TYPE = 'image/webp'

/** More than phones make in 10 MB, less than a picture made to exhaust memory. */
const INPUT_PIXELS_MAX = 64_000_000
const SECONDS_MAX = 5

/** Drawing takes one of the four threads that passwords and files need as well: small files can hold each for seconds. */
const drawing = new PQueue({ concurrency: 1 })

const SIGNATURES = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')]

/**
 * A square profile picture from the file that somebody uploaded as JPEG or PNG. It is drawn anew: upright, without
 * metadata and without anything that hid behind the picture. Throws a RequestError for all else, whatever its name.
 */
export async function makePicture(path: string, field: string): Promise<Buffer> {
  const refusal = new RequestError('invalid', { sentence: 'accounts.pictureType', field })
  const start = await startOf(path)
  if (!SIGNATURES.some(signature => start.subarray(0, signature.length).equals(signature))) throw refusal
  try {
    return await drawing.add(() => draw(path))
  } catch {
    throw refusal
  }
}

function draw(path: string): Promise<Buffer> {
  return sharp(path, { limitInputPixels: INPUT_PIXELS_MAX, failOn: 'error', autoOrient: true })
    .resize(PICTURE_PIXELS, PICTURE_PIXELS, { fit: 'cover' })
    .webp()
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer()
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

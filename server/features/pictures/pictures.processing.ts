import sharp from 'sharp'
import { PICTURE_PIXELS } from '#protocol/limits.ts'
import { RequestError } from '#server/platform/errors.ts'
import { hasTooManyScans } from './jpegScans.ts'
import { drawInTurn, startOf } from './pictures.drawing.ts'

/** More than phones make in 10 MB, less than a picture made to exhaust memory. */
const INPUT_PIXELS_MAX = 64_000_000
const SECONDS_MAX = 5

const SIGNATURES = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')]

/**
 * A square profile picture from the file that somebody uploaded as JPEG or PNG. It is drawn anew: upright, without
 * metadata and without anything that hid behind the picture. Throws a RequestError for all else, whatever its name.
 */
export async function makePicture(path: string, field: string): Promise<Buffer> {
  const rejection = new RequestError('invalid', { sentence: 'accounts.pictureType', field })
  const start = await startOf(path)
  if (!SIGNATURES.some(signature => start.subarray(0, signature.length).equals(signature))) throw rejection
  try {
    return await drawInTurn(async () => {
      if (await hasTooManyScans(path)) throw rejection
      return draw(path)
    })
  } catch {
    throw rejection
  }
}

function draw(path: string): Promise<Buffer> {
  return sharp(path, { limitInputPixels: INPUT_PIXELS_MAX, failOn: 'error', autoOrient: true })
    .resize(PICTURE_PIXELS, PICTURE_PIXELS, { fit: 'cover' })
    .webp()
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer()
}

import sharp, { type SharpOptions } from 'sharp'
import { ANIMATION_BYTES_MAX, NOTE_PICTURE_INPUT_PIXELS } from '#protocol/limits.ts'
import { keptSize, type PictureSides } from '#protocol/notePictureSize.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { hasTooManyScans } from '#server/features/pictures/jpegScans.ts'
import { drawInTurn, startOf } from '#server/features/pictures/pictures.drawing.ts'
import { RequestError } from '#server/platform/errors.ts'

/** Of an animation the sides are those of each frame. */
export interface ProcessedImage extends PictureSides {
  bytes: Buffer
}

const SECONDS_MAX = 15
/** Of an animation of more only the first is drawn: each takes its time, however small it is. */
const FRAMES_MAX = 500
/**
 * The same of one with more pixels over all frames: the limit in time does not hold once all of them are read, and for packing 50 million,
 * some 14 s of a processor, everybody else's pictures would wait longer than they do. A film of 10 s, 480 pixels wide, has 20 million.
 */
const ANIMATION_PIXELS_MAX = 25_000_000
/** Between small and sharp; writing on screenshots stays readable. */
const QUALITY = 82
/** Of 6, for animations: more takes twice as long and saves little. */
const ANIMATION_EFFORT = 2

const isJpeg = (start: Buffer) => start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
const isPng = (start: Buffer) => start.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'
const isGif = (start: Buffer) => /^GIF8[79]a$/.test(start.toString('latin1', 0, 6))
const isWebp = (start: Buffer) =>
  start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP'

/**
 * A note's picture from the file that somebody uploaded as JPEG, PNG, WebP or GIF. It is drawn anew as WebP: upright, without metadata
 * and without anything that hid behind the picture. Animations stay unless they are too large; then their first frame does.
 * Throws a RequestError for all else, whatever its name.
 */
export async function makeNotePicture(
  path: string,
  field: string,
  animationBytesMax = ANIMATION_BYTES_MAX,
): Promise<ProcessedImage> {
  const rejection = (sentence: TextKey) => new RequestError('invalid', { sentence, field })
  const start = await startOf(path)
  if (![isJpeg, isPng, isGif, isWebp].some(is => is(start))) throw rejection('notePictures.type')
  return drawInTurn(async () => {
    const { sides, frames } = await measure(path).catch(() => {
      throw rejection('notePictures.broken')
    })
    const pixels = sides.width * sides.height * frames
    if (pixels > NOTE_PICTURE_INPUT_PIXELS) throw rejection('notePictures.tooManyPixels')
    if (isJpeg(start) && (await hasTooManyScans(path))) throw rejection('notePictures.broken')
    const isShort = frames <= FRAMES_MAX && pixels <= ANIMATION_PIXELS_MAX
    const animation =
      frames > 1 && isShort ? await draw(path, sides, { animated: true }).catch(() => null) : null
    if (animation && animation.bytes.length <= animationBytesMax) return animation
    try {
      return await draw(path, sides, { autoOrient: true })
    } catch {
      throw rejection('notePictures.broken')
    }
  })
}

/** From what stands at its beginning: no pixel is unpacked. */
async function measure(path: string): Promise<{ sides: PictureSides; frames: number }> {
  const { autoOrient, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata()
  return { sides: autoOrient, frames: pages }
}

async function draw(
  path: string,
  sides: PictureSides,
  as: Pick<SharpOptions, 'animated' | 'autoOrient'>,
): Promise<ProcessedImage> {
  const { data: bytes, info } = await sharp(path, {
    ...as,
    limitInputPixels: NOTE_PICTURE_INPUT_PIXELS,
    failOn: 'error',
  })
    .resize({ ...keptSize(sides), fit: 'inside', withoutEnlargement: true })
    .webp({
      quality: QUALITY,
      smartSubsample: true,
      ...(as.animated && { effort: ANIMATION_EFFORT }),
    })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer({ resolveWithObject: true })
  return { bytes, width: info.width, height: info.pageHeight ?? info.height }
}

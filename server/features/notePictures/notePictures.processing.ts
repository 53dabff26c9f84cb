import sharp, { type SharpOptions } from 'sharp'
import { ANIMATION_BYTES_MAX, NOTE_PICTURE_INPUT_PIXELS } from '#protocol/limits.ts'
import { type PixelSize, storedPictureSize } from '#protocol/notePictures.ts'
import type { TextKey } from '#protocol/text/index.ts'
import {
  hasEndlessSide,
  hasTooManyScans,
  processInQueue,
  readStart,
} from '#server/features/pictures/imageProcessing.ts'
import { RequestError } from '#server/platform/errors.ts'

/** Sides of one frame for animations. */
interface ProcessedImage extends PixelSize {
  bytes: Buffer
}

const SECONDS_MAX = 15
/** Longer animations are reduced to their first frame: each frame takes time, however small. */
const FRAMES_MAX = 500
/**
 * Limit of pixels over all frames: the processing timeout does not apply once all frames are read. 50 million pixels
 * take about 14 s of CPU time and would exceed the queue time of other uploads. A clip of 10 s, 480 pixels wide, has
 * 20 million.
 */
const ANIMATION_PIXELS_MAX = 25_000_000
/** Limit of rows over all frames: millions of short ones take as long. 500 frames of a clip, 2,000 pixels high, have a million. */
const ANIMATION_ROWS_MAX = 2_000_000
/** Keeps text on screenshots readable. */
const QUALITY = 82
/** Of 6. More takes twice as long and saves little. */
const ANIMATION_EFFORT = 2

const isJpeg = (start: Buffer) => start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
const isPng = (start: Buffer) => start.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'
const isGif = (start: Buffer) => /^GIF8[79]a$/.test(start.toString('latin1', 0, 6))
const isWebp = (start: Buffer) =>
  start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP'

/**
 * Re-encodes an uploaded JPEG, PNG, WebP or GIF as WebP: upright, without metadata and without appended data.
 * Animations stay unless they are too large. Throws a RequestError for any other file type.
 */
export async function processNotePicture(
  path: string,
  field: string,
  animationBytesMax = ANIMATION_BYTES_MAX,
): Promise<ProcessedImage> {
  const rejection = (sentence: TextKey) => new RequestError('invalid', { sentence, field })
  const start = await readStart(path)
  if (![isJpeg, isPng, isGif, isWebp].some(is => is(start))) throw rejection('notePictures.type')
  return processInQueue(async () => {
    const { sides, frames } = await measure(path).catch(() => {
      throw rejection('notePictures.broken')
    })
    const pixels = sides.width * sides.height * frames
    if (pixels > NOTE_PICTURE_INPUT_PIXELS) throw rejection('notePictures.tooManyPixels')
    if (hasEndlessSide(sides)) throw rejection('notePictures.broken')
    if (isJpeg(start) && (await hasTooManyScans(path))) throw rejection('notePictures.broken')
    const isShort =
      frames <= FRAMES_MAX && pixels <= ANIMATION_PIXELS_MAX && sides.height * frames <= ANIMATION_ROWS_MAX
    const animation =
      frames > 1 && isShort ? await encode(path, sides, { animated: true }).catch(() => null) : null
    if (animation && animation.bytes.length <= animationBytesMax) return animation
    try {
      return await encode(path, sides, { autoOrient: true })
    } catch {
      throw rejection('notePictures.broken')
    }
  })
}

/** Reads the header only. */
async function measure(path: string): Promise<{ sides: PixelSize; frames: number }> {
  const { autoOrient, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata()
  return { sides: autoOrient, frames: pages }
}

async function encode(
  path: string,
  sides: PixelSize,
  as: Pick<SharpOptions, 'animated' | 'autoOrient'>,
): Promise<ProcessedImage> {
  const { data: bytes, info } = await sharp(path, {
    ...as,
    limitInputPixels: NOTE_PICTURE_INPUT_PIXELS,
    failOn: 'error',
  })
    .resize({ ...storedPictureSize(sides), fit: 'inside', withoutEnlargement: true })
    .webp({
      quality: QUALITY,
      smartSubsample: true,
      ...(as.animated && { effort: ANIMATION_EFFORT }),
    })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer({ resolveWithObject: true })
  return { bytes, width: info.width, height: info.pageHeight ?? info.height }
}

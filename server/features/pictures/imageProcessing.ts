import { open, readFile } from 'node:fs/promises'
import PQueue from 'p-queue'
import sharp from 'sharp'
import { PICTURE_PIXELS } from '#protocol/limits.ts'
import { RequestError } from '#server/platform/errors.ts'

/** More than phones produce within 10 MB, less than a decompression bomb. */
const INPUT_PIXELS_MAX = 64_000_000
const SECONDS_MAX = 5
/** In pixels: the longest side of a JPEG or GIF. A PNG of one column with millions of rows takes ten times as long as a square one. */
const SIDE_MAX = 65_535

export const hasEndlessSide = ({ width, height }: { width: number; height: number }) =>
  Math.max(width, height) > SIDE_MAX

const SIGNATURES = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')]

/**
 * Re-encodes an uploaded JPEG or PNG as a square profile picture: upright, without metadata and without appended
 * data. Throws a RequestError for any other file type.
 */
export async function processProfilePicture(path: string, field: string): Promise<Buffer> {
  const rejection = new RequestError('invalid', { sentence: 'accounts.pictureType', field })
  const start = await readStart(path)
  if (!SIGNATURES.some(signature => start.subarray(0, signature.length).equals(signature))) throw rejection
  try {
    return await processInQueue(async () => {
      if (hasEndlessSide(await sharp(path, { limitInputPixels: false }).metadata())) throw rejection
      if (await hasTooManyScans(path)) throw rejection
      return encode(path)
    })
  } catch {
    throw rejection
  }
}

function encode(path: string): Promise<Buffer> {
  return sharp(path, { limitInputPixels: INPUT_PIXELS_MAX, failOn: 'error', autoOrient: true })
    .resize(PICTURE_PIXELS, PICTURE_PIXELS, { fit: 'cover' })
    .webp()
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer()
}

// Each picture is processed once.
sharp.cache(false)

export const PICTURE_MEDIA_TYPE = 'image/webp'

/**
 * Processing takes one of the four libuv threads, which password hashing and file access need as well. Small files
 * can occupy each for seconds.
 */
const queue = new PQueue({ concurrency: 1 })

/** Runs after all earlier image processing has finished. */
export function processInQueue<Drawn>(draw: () => Promise<Drawn>): Promise<Drawn> {
  return queue.add(draw)
}

/** Enough to detect the format. */
const START_BYTES = 16

export async function readStart(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Ordinary programs produce about ten. */
const SCANS_MAX = 64

const MARKER = 0xff
const END_OF_PICTURE = 0xd9
const SCAN_BEGINS = 0xda
const MARKER_BYTES = 2

/** Markers without a payload: TEM, restarts and start of image. */
const standsAlone = (mark: number) => mark === 0x01 || (mark >= 0xd0 && mark <= 0xd8)
/** Within a scan. */
const isData = (mark: number) => mark === 0 || (mark >= 0xd0 && mark <= 0xd7)

/**
 * Detects JPEG files with excessive progressive scans: the processing timeout does not apply before the first row,
 * and all scans are decoded before that. Ignores data after the picture, such as a motion photo's clip.
 */
export async function hasTooManyScans(path: string): Promise<boolean> {
  const bytes = await readFile(path)
  let scans = 0
  for (let at = nextMarker(bytes, 0, standsAlone); at >= 0; ) {
    const mark = bytes[at + 1]
    if (mark === END_OF_PICTURE || at + MARKER_BYTES + 2 > bytes.length) return false
    if (mark === SCAN_BEGINS) scans += 1
    if (scans > SCANS_MAX) return true
    const end = at + MARKER_BYTES + bytes.readUInt16BE(at + MARKER_BYTES)
    at = nextMarker(bytes, end, mark === SCAN_BEGINS ? isData : standsAlone)
  }
  return false
}

/** Offset of the next marker that is not skipped, ignoring the data in between. */
function nextMarker(bytes: Buffer, from: number, isPassedOver: (mark: number) => boolean): number {
  let at = bytes.indexOf(MARKER, from)
  while (at >= 0) {
    const mark = bytes[at + 1] ?? END_OF_PICTURE
    if (mark !== MARKER && mark !== 0 && !isPassedOver(mark)) return at
    at = bytes.indexOf(MARKER, at + (mark === MARKER ? 1 : MARKER_BYTES))
  }
  return -1
}

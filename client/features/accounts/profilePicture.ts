import { PICTURE_BYTES_MAX, PICTURE_PIXELS } from '#protocol/limits.ts'

/** JPEG quality, from 0 to 1. */
const QUALITY = 0.92

/** Makes a square picture of PICTURE_PIXELS, upright according to the EXIF orientation. Never rejects. */
export async function createProfilePicture(
  file: File,
): Promise<{ picture: File } | { validationError: PictureError }> {
  try {
    const start = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())
    const result = checkPicture(start, file.size)
    if ('validationError' in result) return result
    const content = await resizeToSquare(file, result.type)
    const extension = result.type === 'image/png' ? 'png' : 'jpg'
    return { picture: new File([content], `picture.${extension}`, { type: result.type }) }
  } catch {
    // The file is damaged, or too large for this device to decode.
    return { validationError: 'accounts.pictureType' }
  }
}

async function resizeToSquare(file: File, type: PictureType): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE_PIXELS
  canvas.height = PICTURE_PIXELS
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const { x, y, side } = centerSquare(bitmap)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, side, side, 0, 0, PICTURE_PIXELS, PICTURE_PIXELS)
  bitmap.close()
  return await new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), type, QUALITY)
  })
}

const SIGNATURE_BYTES = 8

const signatures = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const
type PictureType = keyof typeof signatures
type PictureError = 'accounts.pictureType' | 'accounts.pictureTooLarge'

/** Detects the type from the first bytes, not from the file name, and checks the size. */
export function checkPicture(
  start: Uint8Array,
  sizeBytes: number,
): { type: PictureType } | { validationError: PictureError } {
  const types = Object.keys(signatures) as PictureType[]
  const type = types.find(candidate => signatures[candidate].every((byte, index) => start[index] === byte))
  if (type === undefined) return { validationError: 'accounts.pictureType' }
  return sizeBytes > PICTURE_BYTES_MAX ? { validationError: 'accounts.pictureTooLarge' } : { type }
}

/** The largest centered square, in pixels. */
export function centerSquare({ width, height }: { width: number; height: number }) {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

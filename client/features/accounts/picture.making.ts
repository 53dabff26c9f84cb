import { PICTURE_PIXELS } from '#protocol/limits.ts'
import {
  judgePicture,
  middleSquare,
  type PictureError,
  type PictureType,
  SIGNATURE_BYTES,
} from './picture.rules.ts'

/** Of a JPEG, from 0 to 1. */
const QUALITY = 0.92

/** A square profile picture of PICTURE_PIXELS from a chosen file, upright as its camera meant it. Never rejects. */
export async function makePicture(
  file: File,
): Promise<{ picture: File } | { validationError: PictureError }> {
  try {
    const start = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())
    const result = judgePicture(start, file.size)
    if ('validationError' in result) return result
    const content = await drawSmall(file, result.type)
    const extension = result.type === 'image/png' ? 'png' : 'jpg'
    return { picture: new File([content], `picture.${extension}`, { type: result.type }) }
  } catch {
    // It begins like a picture and is none, or is too large for this device to draw.
    return { validationError: 'accounts.pictureType' }
  }
}

async function drawSmall(file: File, type: PictureType): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE_PIXELS
  canvas.height = PICTURE_PIXELS
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const { x, y, side } = middleSquare(bitmap)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, x, y, side, side, 0, 0, PICTURE_PIXELS, PICTURE_PIXELS)
  bitmap.close()
  return await new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), type, QUALITY)
  })
}

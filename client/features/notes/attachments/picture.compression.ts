import { PICTURE_BYTES_MAX } from '#protocol/limits.ts'
import { storedPictureSize } from '#protocol/notePictures.ts'

const SIGNATURE_BYTES = 12
/** Smaller files are uploaded unchanged. */
const COMPRESS_FROM_BYTES = 1024 * 1024
const QUALITY = 0.92

export type PictureError = 'notePictures.type' | 'notePictures.tooLarge'
type PictureType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'

const toLatin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes)

const SIGNATURES: readonly (readonly [PictureType, (start: string) => boolean])[] = [
  ['image/jpeg', start => start.startsWith('\u00ff\u00d8\u00ff')],
  ['image/png', start => start.startsWith('\u0089PNG\r\n\u001a\n')],
  ['image/gif', start => start.startsWith('GIF87a') || start.startsWith('GIF89a')],
  ['image/webp', start => start.startsWith('RIFF') && start.endsWith('WEBP')],
]

async function typeOf(file: Blob): Promise<PictureType | undefined> {
  const start = toLatin1(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()))
  return SIGNATURES.find(([, matches]) => matches(start))?.[0]
}

/** GIF and WebP may be animated, which a canvas would lose. */
const isCompressible = (type: PictureType) => type === 'image/jpeg' || type === 'image/png'

/** Returns why a file cannot be uploaded, judged by its content; null if there is no known reason. */
export async function checkPicture(file: Blob): Promise<PictureError | null> {
  const type = await typeOf(file).catch(() => undefined)
  if (type === undefined) return 'notePictures.type'
  return file.size > PICTURE_BYTES_MAX && !isCompressible(type) ? 'notePictures.tooLarge' : null
}

/** Scales a photo to the size that the server stores, to save upload time. Returns other files unchanged. Never rejects. */
export async function compressImage(file: Blob): Promise<File> {
  const type = await typeOf(file).catch(() => undefined)
  const original = new File([file], 'picture', { type: type ?? '' })
  if (type === undefined || !isCompressible(type) || file.size < COMPRESS_FROM_BYTES) return original
  try {
    const compressed = await resize(file, type === 'image/jpeg' ? 'image/jpeg' : 'image/webp')
    return compressed.size < file.size
      ? new File([compressed], 'picture', { type: compressed.type })
      : original
  } catch {
    // Too large for this device's canvas; the server decides.
    return original
  }
}

async function resize(file: Blob, type: PictureType): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = Object.assign(document.createElement('canvas'), storedPictureSize(bitmap))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), type, QUALITY)
  })
}

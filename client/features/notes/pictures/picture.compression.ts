import { PICTURE_BYTES_MAX } from '#protocol/limits.ts'
import { keptSize } from '#protocol/notePictureSize.ts'

/** How many bytes tell what a file is. */
const SIGNATURE_BYTES = 12
/** Smaller files go up as they are. */
const WORTH_SHRINKING_BYTES = 1024 * 1024
/** From 0 to 1. */
const QUALITY = 0.92

export type PictureError = 'notePictures.type' | 'notePictures.tooLarge'
type PictureType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'

const inLatin = (bytes: Uint8Array) => String.fromCharCode(...bytes)

const SIGNATURES: readonly (readonly [PictureType, (start: string) => boolean])[] = [
  ['image/jpeg', start => start.startsWith('\u00ff\u00d8\u00ff')],
  ['image/png', start => start.startsWith('\u0089PNG\r\n\u001a\n')],
  ['image/gif', start => start.startsWith('GIF87a') || start.startsWith('GIF89a')],
  ['image/webp', start => start.startsWith('RIFF') && start.endsWith('WEBP')],
]

async function typeOf(file: Blob): Promise<PictureType | undefined> {
  const start = inLatin(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()))
  return SIGNATURES.find(([, isThis]) => isThis(start))?.[0]
}

/** What moves cannot be drawn smaller here. */
const isDrawable = (type: PictureType) => type === 'image/jpeg' || type === 'image/png'

/** What keeps a file from going up, whatever its name says; null when nothing is known to. */
export async function validationErrorOf(file: Blob): Promise<PictureError | null> {
  const type = await typeOf(file).catch(() => undefined)
  if (type === undefined) return 'notePictures.type'
  return file.size > PICTURE_BYTES_MAX && !isDrawable(type) ? 'notePictures.tooLarge' : null
}

/** A photo no larger than the server keeps it, so that slow lines carry less; any other file as it is. Never rejects. */
export async function asSmall(file: Blob): Promise<File> {
  const type = await typeOf(file).catch(() => undefined)
  const asIs = new File([file], 'picture', { type: type ?? '' })
  if (type === undefined || !isDrawable(type) || file.size < WORTH_SHRINKING_BYTES) return asIs
  try {
    const drawn = await draw(file, type === 'image/jpeg' ? 'image/jpeg' : 'image/webp')
    return drawn.size < file.size ? new File([drawn], 'picture', { type: drawn.type }) : asIs
  } catch {
    // Too large for this device to draw; the server says what it thinks of it.
    return asIs
  }
}

async function draw(file: Blob, type: PictureType): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = Object.assign(document.createElement('canvas'), keptSize(bitmap))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), type, QUALITY)
  })
}

import { PICTURE_BYTES_MAX } from '#protocol/limits.ts'

/** How many bytes tell what a file is. */
export const SIGNATURE_BYTES = 8

const signatures = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const
export type PictureType = keyof typeof signatures
export type PictureError = 'accounts.pictureType' | 'accounts.pictureTooLarge'

/** What a file is by its first bytes, whatever its name says; or what is wrong with it. */
export function judgePicture(
  start: Uint8Array,
  sizeBytes: number,
): { type: PictureType } | { validationError: PictureError } {
  const types = Object.keys(signatures) as PictureType[]
  const type = types.find(known => signatures[known].every((byte, place) => start[place] === byte))
  if (type === undefined) return { validationError: 'accounts.pictureType' }
  return sizeBytes > PICTURE_BYTES_MAX ? { validationError: 'accounts.pictureTooLarge' } : { type }
}

/** The square in the middle of a picture, in its pixels. */
export function middleSquare({ width, height }: { width: number; height: number }) {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

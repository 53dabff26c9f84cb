import { NOTE_PICTURE_AREA, NOTE_PICTURE_HEIGHT, NOTE_PICTURE_PIXELS } from './limits.ts'

export interface PictureSides {
  /** In pixels, upright. */
  width: number
  height: number
}

/**
 * As large as a note keeps a picture, in its shape and never enlarged. Its width and its area are bounded, and its height hardly: what is
 * long, as screenshots of a talk are, is read by scrolling.
 */
export function keptSize({ width, height }: PictureSides): PictureSides {
  const scale = Math.min(
    1,
    NOTE_PICTURE_PIXELS / width,
    NOTE_PICTURE_HEIGHT / height,
    Math.sqrt(NOTE_PICTURE_AREA / (width * height)),
  )
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}

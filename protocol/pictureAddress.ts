/**
 * Addresses of pictures in notes: `/pictures/` and 128 random bits as 32 hexadecimal digits. While a picture goes up its place in the
 * text is `upload:` and the key of its upload, a UUID, which no saved note holds.
 */

const ADDRESS = /^\/pictures\/([\da-f]{32})(?:#(\d{1,4})x(\d{1,4}))?$/
const UPLOAD = /^upload:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/
const UPLOADS_WITHIN_TEXT = /\]\(upload:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\)/g
const WITHIN_TEXT = /\/pictures\/([\da-f]{32})(?![\da-f])/g

export interface PictureAddress {
  pictureId: string
  /** In pixels, where the address tells. */
  size: { width: number; height: number } | null
}

/**
 * A path at which this server serves a note's picture; its fragment may tell the size, so that readers keep room for it.
 * Null for any other.
 */
export function readPictureAddress(written: string): PictureAddress | null {
  const [, pictureId, width, height] = ADDRESS.exec(written) ?? []
  if (pictureId === undefined) return null
  const size = width && height ? { width: Number(width), height: Number(height) } : null
  return { pictureId, size }
}

export function pictureAddress(pictureId: string): string {
  return `/pictures/${pictureId}`
}

/** Where a picture stands that is still going up. */
export function uploadAddress(key: string): string {
  return `upload:${key}`
}

/** The key of the upload that an address stands for; null for any other address. */
export function readUploadAddress(written: string): string | null {
  return UPLOAD.exec(written)?.[1] ?? null
}

/** The uploads that a text waits for, each once, in their order. Asked at every key: most texts wait for none. */
export function uploadKeysIn(text: string): string[] {
  if (!text.includes('](upload:')) return []
  return [...new Set([...text.matchAll(UPLOADS_WITHIN_TEXT)].map(([, key = '']) => key))]
}

/** The pictures whose addresses stand in a text, each once, in whatever way they are written there. */
export function pictureIdsIn(text: string): string[] {
  return [...new Set([...text.matchAll(WITHIN_TEXT)].map(([, pictureId = '']) => pictureId))]
}

/** Whether a text shows pictures of ours, or waits for some. */
export function hasPictures(text: string): boolean {
  return uploadKeysIn(text).length > 0 || pictureIdsIn(text).length > 0
}

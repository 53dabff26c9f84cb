/**
 * Addresses of pictures in notes: `/pictures/` and 128 random bits in hexadecimal. During an upload, the address is `upload:` and
 * the key of the upload, a UUID. A note is saved after its uploads. One that is written together is saved without them after a minute
 * (`documents.together.service.ts`), so a saved note may contain upload addresses.
 */

const ADDRESS = /^\/pictures\/([\da-f]{32})(?:#(\d{1,4})x(\d{1,4}))?$/
const UPLOAD = /^upload:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/
const UPLOADS_WITHIN_TEXT = /\]\(upload:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\)/g
const WITHIN_TEXT = /\/pictures\/([\da-f]{32})(?![\da-f])/g

export interface PictureAddress {
  pictureId: string
  /** In pixels; null if the address has no size. */
  size: { width: number; height: number } | null
}

/**
 * Parses the path of a picture on this server. Its fragment may contain the size, so that clients reserve the space. Null for any
 * other address.
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

/** The address of a picture during its upload. */
export function uploadAddress(key: string): string {
  return `upload:${key}`
}

/** The upload key of an address; null for any other address. */
export function readUploadAddress(written: string): string | null {
  return UPLOAD.exec(written)?.[1] ?? null
}

/** The distinct upload keys in a text, in order. Called on each keystroke, hence the fast path. */
export function uploadKeysIn(text: string): string[] {
  if (!text.includes('](upload:')) return []
  return [...new Set([...text.matchAll(UPLOADS_WITHIN_TEXT)].map(([, key = '']) => key))]
}

/** The distinct ids of pictures in a text. */
export function pictureIdsIn(text: string): string[] {
  return [...new Set([...text.matchAll(WITHIN_TEXT)].map(([, pictureId = '']) => pictureId))]
}

/** Whether a text contains pictures of this server, or uploads. */
export function hasPictures(text: string): boolean {
  return uploadKeysIn(text).length > 0 || pictureIdsIn(text).length > 0
}

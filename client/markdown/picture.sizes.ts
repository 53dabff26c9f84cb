import { readStored, writeStored } from '#client/platform/browser/storage.ts'

/** In CSS pixels, as in `naturalWidth` and `naturalHeight`. */
export type PictureSize = { width: number; height: number }

/**
 * Stores sizes as `1k2j3h:800x600 …`, the newest last. Addresses are stored as short hashes, so that the next user of the device
 * cannot read them. After a collision, a picture has the wrong size until it is loaded.
 */
const STORAGE_KEY = 'picture_sizes'
const ENTRY = /^([\da-z]{1,7}):(\d{1,5})x(\d{1,5})$/
const SIZES_MAX = 500

let sizes = readSizes()

/** The size of a picture that this device has loaded before. */
export function knownSizeOf(address: string): PictureSize | undefined {
  return sizes.get(hash(address))
}

/** Saves a size to reserve the space on the next visit. Ignores images without an intrinsic size (0). */
export function saveSize(address: string, size: PictureSize): void {
  const key = hash(address)
  const saved = sizes.get(key)
  if (size.width === 0 || size.height === 0) return
  if (saved?.width === size.width && saved.height === size.height) return
  sizes = new Map([...sizes, ...readSizes()])
  sizes.delete(key)
  sizes = new Map([...sizes, [key, size] as const].slice(-SIZES_MAX))
  const entries = [...sizes].map(([key, { width, height }]) => `${key}:${width}x${height}`)
  writeStored(STORAGE_KEY, entries.join(' '))
}

function readSizes(): Map<string, PictureSize> {
  const entries = (readStored(STORAGE_KEY) ?? '').split(' ').map(entry => ENTRY.exec(entry))
  return new Map(
    entries
      .filter(entry => entry !== null)
      .map(([, key = '', width, height]) => [key, { width: Number(width), height: Number(height) }]),
  )
}

/** FNV-1a with 32 bits. It needs no cryptographic strength. */
function hash(address: string): string {
  let value = 0x811c9dc5
  for (let position = 0; position < address.length; position++)
    value = Math.imul(value ^ address.charCodeAt(position), 0x01000193)
  return (value >>> 0).toString(36)
}

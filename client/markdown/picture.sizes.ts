import { readStored, writeStored } from '#client/platform/browser/storage.ts'

/** In CSS pixels, as `naturalWidth` and `naturalHeight` tell. */
export type PictureSize = { width: number; height: number }

/**
 * What is kept looks like `1k2j3h:800x600 …`, the newest last. Addresses are kept as short digests: whoever uses the
 * device next is not to read from them what was in the notes. Two that meet reserve a wrong place until they are loaded.
 */
const STORAGE_KEY = 'picture_sizes'
const ENTRY = /^([\da-z]{1,7}):(\d{1,5})x(\d{1,5})$/
const MOST_SIZES = 500

let sizes = storedSizes()

/** The size of a picture that was loaded on this device before. */
export function sizeOf(address: string): PictureSize | undefined {
  return sizes.get(digest(address))
}

/** So that room is kept for it the next time. A drawing without a size of its own (0) is not remembered. */
export function rememberSize(address: string, size: PictureSize): void {
  const key = digest(address)
  const known = sizes.get(key)
  if (size.width === 0 || size.height === 0) return
  if (known?.width === size.width && known.height === size.height) return
  sizes = new Map([...sizes, ...storedSizes()])
  sizes.delete(key)
  sizes = new Map([...sizes, [key, size] as const].slice(-MOST_SIZES))
  const entries = [...sizes].map(([of, { width, height }]) => `${of}:${width}x${height}`)
  writeStored(STORAGE_KEY, entries.join(' '))
}

function storedSizes(): Map<string, PictureSize> {
  const entries = (readStored(STORAGE_KEY) ?? '').split(' ').map(entry => ENTRY.exec(entry))
  return new Map(
    entries
      .filter(entry => entry !== null)
      .map(([, key = '', width, height]) => [key, { width: Number(width), height: Number(height) }]),
  )
}

/** FNV-1a, 32 bits: it only has to spread. */
function digest(address: string): string {
  let hash = 0x811c9dc5
  for (let position = 0; position < address.length; position++)
    hash = Math.imul(hash ^ address.charCodeAt(position), 0x01000193)
  return (hash >>> 0).toString(36)
}

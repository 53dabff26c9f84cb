import { toNfc } from './normalization.ts'

/** Finds the files of an archive or folder by what a text calls them. */

interface PlacedFile {
  /** Its folders, the outermost first, and its name. */
  path: readonly string[]
}

/** In UTF-16 units: no address that leads to a file is longer. */
const ADDRESS_MAX = 1_000
/** An address with a scheme, or of another host. */
const FAR_AWAY = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

export function isLocalAddress(address: string): boolean {
  return address !== '' && address.length <= ADDRESS_MAX && !FAR_AWAY.test(address)
}

const keyOf = (name: string) => toNfc(name).toLowerCase()

export function createFileTree<File extends PlacedFile>(files: readonly File[]) {
  const exact = new Map(files.map(file => [toNfc(file.path.join('/')), file]))
  const byPath = new Map(files.map(file => [keyOf(file.path.join('/')), file]))
  const byName = new Map<string, File | null>()
  for (const file of files) {
    const name = keyOf(file.path.at(-1) ?? '')
    // Of several of one name none is meant.
    byName.set(name, byName.has(name) ? null : file)
  }
  const at = (parts: readonly string[]) => exact.get(parts.join('/')) ?? byPath.get(keyOf(parts.join('/')))

  return {
    isEmpty: files.length === 0,
    /** By an address as Markdown has it, from a folder. */
    find(address: string, folder: readonly string[]): File | undefined {
      if (!isLocalAddress(address)) return undefined
      for (const way of waysOf(address)) {
        const found = at(walked(way, folder)) ?? at(walked(way, []))
        if (found) return found
      }
      return undefined
    },
    /** By its name alone, wherever it lies. */
    findByName: (name: string) => byName.get(keyOf(name)) ?? undefined,
  }
}
export type FileTree<File extends PlacedFile> = ReturnType<typeof createFileTree<File>>

/** As it is written, and without what browsers do not send to a server; each with and without its percent signs. */
function waysOf(address: string): string[] {
  const [bare = ''] = address.split(/[?#]/, 1)
  return [address, bare].flatMap(way => [decoded(way), way]).map(way => toNfc(way).replaceAll('\\', '/'))
}

/** Without percent signs, as far as they make sense. */
export function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** From a folder along a way, which leads no further up than the outermost. */
function walked(way: string, folder: readonly string[]): string[] {
  const place = way.startsWith('/') ? [] : [...folder]
  for (const part of way.split('/')) {
    if (part === '..') place.pop()
    else if (part !== '' && part !== '.') place.push(part)
  }
  return place
}

/** What a Markdown destination does not take as it is. Letters of all scripts stay readable. */
const ENCODED = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}._~-]/gu

/** The address by which a text in a folder leads to a file. */
export function addressFrom(folder: readonly string[], path: readonly string[]): string {
  let shared = 0
  while (shared < Math.min(folder.length, path.length - 1) && folder[shared] === path[shared]) shared += 1
  const up = folder.slice(shared).map(() => '..')
  const down = path.slice(shared).map(part => part.toWellFormed().replace(ENCODED, encodeURIComponent))
  return [...up, ...down].join('/')
}

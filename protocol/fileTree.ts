import { toNfc, toNfkc } from './normalization.ts'

/** In UTF-16 units: with any extension below the 255 bytes that file systems allow. */
const NAME_MAX = 60

/**
 * Invisible characters: control, format and direction characters, fillers, variation selectors and the Braille blank. They are
 * removed, so that names that look alike are equal. An emoji sequence is split into its parts.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/gu
/** Characters that Windows, macOS or Linux rejects. macOS rejects unassigned code points. */
const UNSAFE = /["*/:<>?\\|\p{Zl}\p{Zp}\p{Cn}]/gu
/** Reserved names on Windows, with any extension. NFKC converts superscript digits. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$)\s*(?=\.|$)/i

/** Trims dots and spaces. */
const CORE = /[^\s.](?:.*[^\s.])?/su

/** Creates a file name for all file systems: NFC, unsafe characters replaced, dots and spaces trimmed. */
export function safeName(title: string, fallback: string): string {
  const name = toNfc(title.toWellFormed())
    .replace(/[\t\n\r]/g, ' ')
    .replace(INVISIBLE, '')
    .replace(UNSAFE, '_')
    .slice(0, NAME_MAX)
    .toWellFormed()
  const [core] = CORE.exec(name) ?? []
  if (core === undefined) return fallback
  return DEVICE.test(toNfkc(core)) ? `_${core}` : core
}

/** Finds files of an archive or folder by their address in a text. */

interface PlacedFile {
  /** The folders from the root, and the file name. */
  path: readonly string[]
}

/** In UTF-16 units: addresses of files are not longer. */
const ADDRESS_MAX = 1_000
/** An address with a scheme or a host. */
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
    // A name with several files is ambiguous.
    byName.set(name, byName.has(name) ? null : file)
  }
  const findByPath = (parts: readonly string[]) =>
    exact.get(parts.join('/')) ?? byPath.get(keyOf(parts.join('/')))

  return {
    isEmpty: files.length === 0,
    /** Finds a file by a Markdown address, relative to a folder. */
    find(address: string, folder: readonly string[]): File | undefined {
      if (!isLocalAddress(address)) return undefined
      for (const variant of addressVariants(address)) {
        const file = findByPath(resolvePath(variant, folder)) ?? findByPath(resolvePath(variant, []))
        if (file) return file
      }
      return undefined
    },
    /** Finds a file by its name in any folder. */
    findByName: (name: string) => byName.get(keyOf(name)) ?? undefined,
  }
}
export type FileTree<File extends PlacedFile> = ReturnType<typeof createFileTree<File>>

/** The address with and without its query and fragment, each decoded and as written. */
function addressVariants(address: string): string[] {
  const [pathOnly = ''] = address.split(/[?#]/, 1)
  return [address, pathOnly]
    .flatMap(variant => [decodeAddress(variant), variant])
    .map(variant => toNfc(variant).replaceAll('\\', '/'))
}

/** Decodes percent signs; returns an invalid address unchanged. */
export function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** Resolves a relative path from a folder. Does not leave the root. */
function resolvePath(variant: string, folder: readonly string[]): string[] {
  const path = variant.startsWith('/') ? [] : [...folder]
  for (const part of variant.split('/')) {
    if (part === '..') path.pop()
    else if (part !== '' && part !== '.') path.push(part)
  }
  return path
}

/** Characters to encode in a Markdown destination. Letters of all scripts stay readable. */
const ENCODED = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}._~-]/gu

/** The relative address from a folder to a file. */
export function addressFrom(folder: readonly string[], path: readonly string[]): string {
  let shared = 0
  while (shared < Math.min(folder.length, path.length - 1) && folder[shared] === path[shared]) shared += 1
  const up = folder.slice(shared).map(() => '..')
  const down = path.slice(shared).map(part => part.toWellFormed().replace(ENCODED, encodeURIComponent))
  return [...up, ...down].join('/')
}

import { toNfc } from '#protocol/normalization.ts'

/** In UTF-16 units: with the longest ending well under the 255 bytes that file systems allow. */
const NAME_MAX = 60

/** What Windows, macOS or Linux does not take in a name, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced here
const UNSAFE = /[\u0000-\u001f\u007f"*/:<>?\\|]/g
/** Names of devices on Windows, with any ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** What is left without dots and blanks at its ends. */
const CORE = /[^\s.](?:.*[^\s.])?/su

/** A name that every file system takes: NFC, unsafe characters replaced, no dots or blanks at its ends. */
export function safeName(title: string, fallback: string): string {
  const name = toNfc(title.toWellFormed()).replace(UNSAFE, '_').slice(0, NAME_MAX).toWellFormed()
  const [core] = CORE.exec(name) ?? []
  return core === undefined ? fallback : core.replace(RESERVED, '$1_')
}

/** Gives each name once in a folder: the second is numbered. Names that differ in case alone count as the same. */
export function createFolder() {
  const taken = new Set<string>()
  return {
    add(name: string, ending = ''): string {
      for (let number = 1; ; number += 1) {
        const candidate = number === 1 ? `${name}${ending}` : `${name} (${number})${ending}`
        const key = candidate.toLowerCase()
        if (taken.has(key)) continue
        taken.add(key)
        return candidate
      }
    },
  }
}

import { toNfc, toNfkc } from './normalization.ts'

/** In UTF-16 units: with the longest ending well under the 255 bytes that file systems allow. */
const NAME_MAX = 60

/**
 * What nobody sees: control, format and direction signs, fillers, variation selectors, the blank of Braille. Left out,
 * so that two names that look alike are alike. An emoji that joins several falls apart into them.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/gu
/** What Windows, macOS or Linux does not take in a name: macOS for one no sign that Unicode does not know. */
const UNSAFE = /["*/:<>?\\|\p{Zl}\p{Zp}\p{Cn}]/gu
/** Devices on Windows, with any ending; the digits may be written small and high, which NFKC makes common ones. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$)\s*(?=\.|$)/i

/** What is left without dots and blanks at its ends. */
const CORE = /[^\s.](?:.*[^\s.])?/su

/** A name that every file system takes: NFC, unsafe characters replaced, no dots or blanks at its ends. */
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

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

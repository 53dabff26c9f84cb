import { toNfc } from './normalization.ts'

/** As every limit counts, in UTF-16 units of the NFC text: what comes from a Mac may be spelt in single jamo. */
export function textLength(text: string): number {
  return toNfc(text).length
}

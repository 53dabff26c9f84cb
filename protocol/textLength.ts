/** As every limit counts, in UTF-16 units of the NFC text: what comes from a Mac may be spelt in single jamo. */
export function textLength(text: string): number {
  return text.normalize('NFC').length
}

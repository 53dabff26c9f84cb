import { toNfc } from './normalization.ts'

/** The length that every limit counts: UTF-16 units of the NFC text. macOS may send Hangul as single jamo. */
export function textLength(text: string): number {
  return toNfc(text).length
}

/** The beginning of a text in at most `max` UTF-16 units, without trailing spaces. Does not split a grapheme such as an emoji. */
export function truncateText(text: string, max: number): string {
  let truncated = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (truncated.length + segment.length > max) break
    truncated += segment
  }
  return truncated.trimEnd()
}

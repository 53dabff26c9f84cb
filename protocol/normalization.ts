/**
 * The maximum number of consecutive combining marks in the Stream-Safe Text Format (UAX #15, section 13). Normalization sorts
 * them in quadratic time. No writing system needs nearly thirty.
 */
const MARKS_IN_A_ROW_MAX = 30

/**
 * Latin letters, Hangul syllables, compatibility jamo, punctuation and emoji. None of them combines, so such text is already in
 * NFC. This fast path matters because the length of a text is computed on each keystroke.
 */
const PLAIN =
  /^[\t\n\r -\u02ff\u2010-\u2027\u3000-\u3029\u3131-\u318e\uac00-\ud7a3\ud83c-\ud83e\udc00-\udfff]*$/

/** Whether no letter has more combining marks than any script needs. */
export function isStreamSafe(text: string): boolean {
  if (PLAIN.test(text)) return true
  for (const [marks] of text.matchAll(/\p{M}+/gu)) {
    if (marks.length > MARKS_IN_A_ROW_MAX && [...marks].length > MARKS_IN_A_ROW_MAX) return false
  }
  return true
}

/** NFC in linear time. All normalization is in this file. Text that is not stream-safe is unchanged; no field accepts it. */
export function toNfc(text: string): string {
  if (PLAIN.test(text)) return text
  return isStreamSafe(text) ? text.normalize('NFC') : text
}

/** NFKC, which unifies forms such as full-width letters and superscript digits. Not stream-safe text is unchanged. */
export function toNfkc(text: string): string {
  return isStreamSafe(text) ? text.normalize('NFKC') : text
}

/** NFKD: like NFKC, with decomposed marks. Not stream-safe text is unchanged. */
export function toNfkd(text: string): string {
  return isStreamSafe(text) ? text.normalize('NFKD') : text
}

/** Removes accents from Latin, Greek and Cyrillic letters. Hangul and scripts with vowel marks are unchanged. */
export function removeAccents(text: string): string {
  if (!isStreamSafe(text)) return text
  return text
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu, '$1')
    .normalize('NFC')
}

/** The length that every limit counts: UTF-16 units of the NFC text. macOS may send Hangul as single jamo. */
export function textLength(text: string): number {
  return toNfc(text).length
}

let segmenter: Intl.Segmenter | undefined

/** Creating one takes longer than using it. Not created on import, because old browsers have none. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter()
  return segmenter.segment(text)
}

/** The beginning of a text in at most `max` UTF-16 units, without trailing spaces. Does not split a grapheme such as an emoji. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text.trimEnd()
  return text.slice(0, graphemesOf(text).containing(max)?.index).trimEnd()
}

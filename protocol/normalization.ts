/**
 * The most combining marks in a row: Unicode's Stream-Safe Text Format (UAX #15, section 13). Normalising sorts the
 * marks of each run, in time that grows with the square of its length; no writing system comes near to thirty.
 */
const MARKS_IN_A_ROW_MAX = 30

/**
 * Latin letters, Hangul syllables and single jamo, punctuation and emoji: none of them is a mark or is ever composed with another, so
 * that a text of nothing else is in NFC as it is. Most texts are, and their length is asked for at every key.
 */
const PLAIN =
  /^[\t\n\r -\u02ff\u2010-\u2027\u3000-\u3029\u3131-\u318e\uac00-\ud7a3\ud83c-\ud83e\udc00-\udfff]*$/

/** Whether no letter carries more marks than any script needs. One pass. */
export function isStreamSafe(text: string): boolean {
  if (PLAIN.test(text)) return true
  for (const [marks] of text.matchAll(/\p{M}+/gu)) {
    if (marks.length > MARKS_IN_A_ROW_MAX && [...marks].length > MARKS_IN_A_ROW_MAX) return false
  }
  return true
}

/**
 * NFC, in time that grows with the text's length alone: in the one file where text is normalised. Text that is not
 * stream-safe, which no field takes, stays as it is.
 */
export function toNfc(text: string): string {
  if (PLAIN.test(text)) return text
  return isStreamSafe(text) ? text.normalize('NFC') : text
}

/** NFKC, which makes alike what differs in form alone, such as wide letters and small digits; likewise bounded. */
export function toNfkc(text: string): string {
  return isStreamSafe(text) ? text.normalize('NFKC') : text
}

/** NFKD: as NFKC, with marks apart from their letters; likewise bounded. */
export function toNfkd(text: string): string {
  return isStreamSafe(text) ? text.normalize('NFKD') : text
}

/** Letters of alphabets that carry accents, without them; Hangul and scripts whose marks are vowels stay as they are. */
export function withoutAccents(text: string): string {
  if (!isStreamSafe(text)) return text
  return text
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu, '$1')
    .normalize('NFC')
}

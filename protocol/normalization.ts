/**
 * The most combining marks in a row: Unicode's Stream-Safe Text Format (UAX #15, section 13). Normalising sorts the
 * marks of each run, in time that grows with the square of its length; no writing system comes near to thirty.
 */
const MARKS_IN_A_ROW_MAX = 30

/** Whether no letter carries more marks than any script needs. One pass. */
export function isStreamSafe(text: string): boolean {
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
  return isStreamSafe(text) ? text.normalize('NFC') : text
}

/** NFKC, which makes alike what differs in form alone, such as wide letters and small digits; likewise bounded. */
export function toNfkc(text: string): string {
  return isStreamSafe(text) ? text.normalize('NFKC') : text
}

/** Letters of alphabets that carry accents, without them; Hangul and scripts whose marks are vowels stay as they are. */
export function withoutAccents(text: string): string {
  if (!isStreamSafe(text)) return text
  return text
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu, '$1')
    .normalize('NFC')
}

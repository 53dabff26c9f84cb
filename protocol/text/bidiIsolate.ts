/** Written from right to left, or turning the direction of what follows. */
const TURNS =
  /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A name or a title as a part of a sentence: written from right to left it keeps its own direction and turns nothing around
 * it, by Unicode's isolates (UAX #9). All others stay as they are.
 */
export function bidiIsolate(words: string): string {
  return TURNS.test(words) ? `\u2068${words.replace(/\p{Bidi_Control}/gu, '')}\u2069` : words
}

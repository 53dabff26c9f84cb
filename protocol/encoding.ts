/**
 * A note's text travels percent-encoded, as the specification's section 3 says.
 * Half an emoji, which a cut in the middle of a pair leaves behind, becomes U+FFFD instead of an error.
 */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Throws URIError when the text is not percent-encoded UTF-8. */
export function decodeText(encoded: string): string {
  return decodeURIComponent(encoded)
}

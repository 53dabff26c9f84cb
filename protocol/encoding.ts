/**
 * Percent-encodes the text of a note, as section 3 of the specification requires. A lone surrogate becomes U+FFFD instead of an
 * error.
 */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Throws URIError if the text is not percent-encoded UTF-8. */
export function decodeText(encoded: string): string {
  return decodeURIComponent(encoded)
}

/** Decodes the fragment of a URL. A malformed one is returned unchanged. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

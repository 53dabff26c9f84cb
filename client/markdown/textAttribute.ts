/**
 * An element with this attribute counts as its value in the text of the note, whatever it contains: a formula as its TeX source.
 * `renderedText.ts` reads it.
 */
export function countsAs(text: string) {
  return { 'data-text': text }
}

/** For elements that are not part of the text, such as buttons. */
export const NOT_TEXT = countsAs('')

import { plainText } from '#protocol/plainText.ts'

/**
 * The beginning of a note as one line without markdown signs, at most `length` characters as a reader counts them,
 * ending in `…` where it was cut.
 */
export function plainExcerpt(text: string, length: number): string {
  const plain = plainText(text)
  const characters = [...new Intl.Segmenter('ko').segment(plain.slice(0, length * 16))]
  if (characters.length <= length) return plain
  return `${plain.slice(0, characters[length - 1]?.index).trimEnd()}…`
}

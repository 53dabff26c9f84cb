import { toNfc } from '#protocol/normalization.ts'

/**
 * Splits a text into rows of squares, one per character. Pads all rows to the longest. As on paper, the
 * square of a comma or full stop includes the space after it.
 */
export function manuscriptRows(text: string): string[][] {
  const lines = toNfc(text)
    .split('\n')
    .map(line => [...line.replace(/([,.]) /g, '$1')])
  const longest = Math.max(...lines.map(line => line.length))
  return lines.map(line => Array.from({ length: longest }, (_, index) => line[index] ?? ''))
}

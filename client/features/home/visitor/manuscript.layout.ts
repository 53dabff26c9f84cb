import { toNfc } from '#protocol/normalization.ts'

/**
 * A sheet's rows for a text whose line breaks are given: one square for each character, and empty ones behind until all rows
 * are as long as the longest. As on paper, a comma's or full stop's square stands for the space after it, too.
 */
export function manuscriptRows(text: string): string[][] {
  const lines = toNfc(text)
    .split('\n')
    .map(line => [...line.replace(/([,.]) /g, '$1')])
  const longest = Math.max(...lines.map(line => line.length))
  return lines.map(line => Array.from({ length: longest }, (_, place) => line[place] ?? ''))
}

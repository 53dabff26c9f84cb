import { toNfc } from '#protocol/normalization.ts'

/** Squares in a row of the widest sheet; narrower ones show the first of them. */
const SQUARES_IN_A_ROW = 15

/**
 * A sheet's rows for a text whose line breaks are given: one square for each character, empty ones behind. As on
 * paper, a comma's or full stop's square stands for the space after it, too.
 */
export function manuscriptRows(text: string): string[][] {
  return toNfc(text)
    .split('\n')
    .map(line => [...line.replace(/([,.]) /g, '$1')])
    .map(row => Array.from({ length: SQUARES_IN_A_ROW }, (_, place) => row[place] ?? ''))
}

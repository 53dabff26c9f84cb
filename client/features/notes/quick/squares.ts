import { toNfc } from '#protocol/normalization.ts'

/**
 * What stands in each square when a line is written on manuscript paper: a character; two where they are small Latin letters or
 * digits; a comma or full stop together with the space after it.
 */
export function squaresOf(line: string): string[] {
  return toNfc(line).match(/[a-z0-9]{1,2}|[,.] ?|./gu) ?? []
}

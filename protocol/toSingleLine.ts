import { plainText } from './plainText.ts'

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/gm
const TABLE_ROW = /^ {0,3}\|.*$/gm
const ONLY_RULES = /^[-:| \t]*$/
const CELL_END = /(?<!\\)\|/g
const DOTS = /(?:· ){2,}/g
const DOTS_AT_ENDS = /^(?:· )+|(?: ·)+$/g

/** What stands below one another in a text, points, cells and sections, parted by a dot: in one line it would run together. */
export function toSingleLine(text: string): string {
  const parted = text
    .replace(ITEM, '· ')
    .replace(HEADING, '· $1 ·')
    .replace(TABLE_ROW, row => (ONLY_RULES.test(row) ? '' : row.replace(CELL_END, ' · ')))
  return plainText(parted).replace(DOTS, '· ').replace(DOTS_AT_ENDS, '')
}

/** Tables in plain text from the clipboard: of spreadsheets, separated by tabs, and CSV. */

/** Larger ones do not fit into a note. */
const ROWS_MAX = 200
const COLUMNS_MAX = 30

/** The cells of a table. `isSure`: whether it cannot be anything else. */
export interface PastedTable {
  rows: string[][]
  isSure: boolean
}

/** Reads a table of at least two rows and two columns; null for any other text. */
export function readTable(pasted: string): PastedTable | null {
  return readTabs(pasted) ?? readCsv(pasted)
}

/**
 * Rows of a spreadsheet: every line has the same number of tabs. Lines that begin with a tab in all rows are indented text, and a tab
 * among the spaces of one is not a cell.
 */
function readTabs(pasted: string): PastedTable | null {
  if (!pasted.includes('\t')) return null
  const rows = readRows(pasted, '\t')
  if (rows === null || rows.every(([first]) => first === '')) return null
  return { rows, isSure: true }
}

/**
 * Prose has commas, too. So every line must have as many fields as the first, and at least one field must be quoted; a header with names
 * without spaces is no proof, because a list of places can look like it.
 */
function readCsv(pasted: string): PastedTable | null {
  if (!pasted.includes(',')) return null
  const rows = readRows(pasted, ',')
  if (rows === null) return null
  const fields = rows.flat()
  // A sentence goes on behind its comma with a space.
  const isProse = fields.some(field => field.startsWith(' ') || /[.!?。]$/.test(field))
  if (isProse) return null
  const hasQuotes = /(?:^|,|\n)"[^"\n]*"(?=,|\r?\n|$)/.test(pasted)
  return { rows, isSure: hasQuotes }
}

/** Null unless there are at least two rows with the same number of two or more fields, and something in them. */
function readRows(pasted: string, separator: string): string[][] | null {
  const rows = split(pasted, separator)
  const width = rows?.[0]?.length ?? 0
  const isTable =
    rows !== null &&
    rows.length >= 2 &&
    rows.length <= ROWS_MAX &&
    width >= 2 &&
    width <= COLUMNS_MAX &&
    rows.every(row => row.length === width) &&
    rows.flat().some(field => field.trim() !== '')
  return isTable ? rows : null
}

/** Fields as in RFC 4180: a quoted one may contain separators, line breaks and doubled quotes. Null if a quote stays open. */
function split(pasted: string, separator: string): string[][] | null {
  const text = pasted.replaceAll('\r\n', '\n').replace(/\n$/, '')
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const { field, end } = text[at] === '"' ? readQuoted(text, at, separator) : readPlain(text, at, separator)
    if (end < 0) return null
    rows.at(-1)?.push(field)
    if (text[end] === '\n') rows.push([])
    at = end + 1
  }
  return rows
}

function readPlain(text: string, at: number, separator: string): { field: string; end: number } {
  let end = at
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end++
  return { field: text.slice(at, end), end }
}

/** A quote that does not end its field is a plain character. `end` is -1 if the quote stays open. */
function readQuoted(text: string, at: number, separator: string): { field: string; end: number } {
  let field = ''
  for (let index = at + 1; index < text.length; index++) {
    if (text[index] !== '"') field += text[index]
    else if (text[index + 1] === '"') {
      field += '"'
      index++
    } else {
      const next = text[index + 1]
      const isEnd = next === undefined || next === separator || next === '\n'
      return isEnd ? { field, end: index + 1 } : readPlain(text, at, separator)
    }
  }
  return { field, end: -1 }
}

import { type Edit, endOfLine, isInCode, startOfLine, type TextState } from './note.edit.ts'

/** Tables of the text: `| a | b |` lines below a header and its delimiter row. */

export type ColumnAlign = 'left' | 'center' | 'right'

/** The table with the caret. Rows have as many cells as the header, or more; the delimiter row is not one of them. */
interface Table {
  /** The range of its lines. */
  from: number
  to: number
  rows: string[][]
  aligns: (ColumnAlign | null)[]
  /** Before each line, as in a quote. */
  prefix: string
  /** Of the caret. Row 0 is the header. */
  row: number
  column: number
}

const PREFIX = /^(?:[ \t]{0,3}>)*[ \t]*/
const DELIMITER_CELL = /^:?-+:?$/
/** No full table in the text field has more. One with a long header above thousands of short rows would take a minute to write. */
const CELLS_MAX = 10_000

/** The cells of a line. Escaped pipes do not separate cells; null without a pipe that does. */
function cellsOf(line: string): string[] | null {
  const cells: string[] = []
  let start = 0
  for (let end = nextPipe(line, 0); end < line.length; end = nextPipe(line, start)) {
    cells.push(line.slice(start, end))
    start = end + 1
  }
  if (cells.length === 0) return null
  cells.push(line.slice(start))
  if (cells[0]?.trim() === '') cells.shift()
  if (cells.at(-1)?.trim() === '') cells.pop()
  return cells.map(content => content.trim())
}

/** The column of a position in a line. */
function columnAt(line: string, offset: number): number {
  const start = PREFIX.exec(line)?.[0].length ?? 0
  const before = line.slice(start, Math.max(start, offset)).replaceAll('\\|', '  ')
  const pipes = before.split('|').length - 1
  return line.charAt(start) === '|' ? Math.max(0, pipes - 1) : pipes
}

function alignsOf(line: string): (ColumnAlign | null)[] | null {
  const cells = line.includes('|') || line.includes('-') ? (cellsOf(line) ?? [line.trim()]) : null
  if (cells === null || cells.length === 0 || !cells.every(cell => DELIMITER_CELL.test(cell))) return null
  return cells.map(cell => {
    if (cell.startsWith(':') && cell.endsWith(':')) return 'center'
    if (cell.endsWith(':')) return 'right'
    return cell.startsWith(':') ? 'left' : null
  })
}

/** Null if the caret is not in a table, the table is too large, or the selection reaches beyond one of its lines. */
export function tableAt({ text, start, end }: TextState): Table | null {
  if (isInCode(text, start) || text.slice(start, end).includes('\n')) return null
  const lines = text.split('\n')
  const lineIndex = text.slice(0, start).split('\n').length - 1
  const plain = (index: number) => {
    const line = lines[index]
    return line === undefined ? '' : line.replace(PREFIX, '')
  }
  if (!plain(lineIndex).includes('|')) return null
  let first = lineIndex
  while (plain(first - 1).includes('|')) first--
  // The header is the line above the first delimiter row.
  let delimiter = first + 1
  while (delimiter <= lineIndex + 1 && alignsOf(plain(delimiter)) === null) delimiter++
  const aligns = alignsOf(plain(delimiter))
  const header = cellsOf(plain(delimiter - 1))
  if (aligns === null || header === null || header.length !== aligns.length) return null
  if (lineIndex < delimiter - 1) return null
  let last = Math.max(delimiter, lineIndex)
  while (plain(last + 1).includes('|')) last++
  const from = lines.slice(0, delimiter - 1).reduce((sum, line) => sum + line.length + 1, 0)
  const to = from + lines.slice(delimiter - 1, last + 1).join('\n').length
  const width = header.length
  if (width * (last - delimiter + 1) > CELLS_MAX) return null
  // Cells behind the last column are not rendered, but their text must not be lost.
  const filled = (cells: string[]) => [...cells, ...Array(Math.max(0, width - cells.length)).fill('')]
  const rows = [
    header,
    ...lines.slice(delimiter + 1, last + 1).map((_, index) => {
      const row = plain(delimiter + 1 + index)
      return filled(cellsOf(row) ?? [row.trim()])
    }),
  ]
  const line = lines[lineIndex] ?? ''
  return {
    from,
    to,
    rows,
    aligns,
    prefix: PREFIX.exec(lines[delimiter - 1] ?? '')?.[0] ?? '',
    // In the delimiter row, as in the header.
    row: Math.max(0, lineIndex - delimiter),
    column: Math.min(width - 1, columnAt(line, start - startOfLine(text, start))),
  }
}

const DELIMITERS = { left: ':---', center: ':---:', right: '---:' } as const

const rowText = (cells: readonly string[]) =>
  `| ${cells.map(cell => cell || ' ').join(' | ')} |`.replace(/\| {3}(?=\|)/g, '|  ')

function linesOf({ rows, aligns, prefix }: Pick<Table, 'rows' | 'aligns' | 'prefix'>): string[] {
  const [header = [], ...body] = rows
  const delimiter = aligns.map(align => (align === null ? '---' : DELIMITERS[align]))
  return [header, delimiter, ...body].map(cells => prefix + rowText(cells))
}

/** The range of a cell's content in the text of a table. */
function cellRange(lines: readonly string[], prefix: string, row: number, column: number) {
  const index = row === 0 ? 0 : row + 1
  const before = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0)
  const line = lines[index] ?? ''
  let at = prefix.length + 1
  for (let cell = 0; cell < column; cell++) at = nextPipe(line, at) + 1
  const end = nextPipe(line, at)
  const content = line.slice(at, end)
  const start = at + Math.min(1, content.length)
  return { start: before + start, end: before + start + content.trim().length }
}

/** The next pipe that is not escaped, or the end of the line. */
function nextPipe(line: string, from: number): number {
  let at = line.indexOf('|', from)
  while (at > 0 && line.charAt(at - 1) === '\\') at = line.indexOf('|', at + 1)
  return at < 0 ? line.length : at
}

/** The edit that writes a changed table and selects a cell. */
function write(old: Table, changed: Pick<Table, 'rows' | 'aligns' | 'row' | 'column'>): Edit {
  const lines = linesOf({ ...changed, prefix: old.prefix })
  const { start, end } = cellRange(lines, old.prefix, changed.row, changed.column)
  return {
    from: old.from,
    to: old.to,
    insert: lines.join('\n'),
    start: old.from + start,
    end: old.from + end,
  }
}

/** The commands of the table menu, by name. */
const tableCommands = {
  rowAbove: (table: Table) => insertRow(table, Math.max(1, table.row)),
  rowBelow: (table: Table) => insertRow(table, table.row + 1),
  columnBefore: (table: Table) => insertColumn(table, table.column),
  columnAfter: (table: Table) => insertColumn(table, table.column + 1),
  deleteRow,
  deleteColumn,
  alignLeft: (table: Table) => align(table, 'left'),
  alignCenter: (table: Table) => align(table, 'center'),
  alignRight: (table: Table) => align(table, 'right'),
} as const satisfies Record<string, (table: Table) => Edit | null>

export type TableCommand = keyof typeof tableCommands

/** Null outside of tables, and where the command does nothing. */
export function changeTable(state: TextState, command: TableCommand): Edit | null {
  const table = tableAt(state)
  return table && tableCommands[command](table)
}

function insertRow(table: Table, row: number): Edit {
  const rows = table.rows.toSpliced(
    row,
    0,
    table.aligns.map(() => ''),
  )
  return write(table, { ...table, rows, row })
}

function insertColumn(table: Table, column: number): Edit {
  const rows = table.rows.map(cells => cells.toSpliced(column, 0, ''))
  return write(table, { rows, aligns: table.aligns.toSpliced(column, 0, null), row: table.row, column })
}

/** The header stays: a table has one. */
function deleteRow(table: Table): Edit | null {
  if (table.row === 0) return null
  const rows = table.rows.toSpliced(table.row, 1)
  return write(table, { ...table, rows, row: Math.min(table.row, rows.length - 1) })
}

/** The last column goes with the table. */
function deleteColumn(table: Table): Edit {
  if (table.aligns.length === 1)
    return { from: table.from, to: table.to, insert: '', start: table.from, end: table.from }
  const { column, row } = table
  const rows = table.rows.map(cells => cells.toSpliced(column, 1))
  const aligns = table.aligns.toSpliced(column, 1)
  return write(table, { rows, aligns, row, column: Math.min(column, aligns.length - 1) })
}

/** Sets the alignment, or removes it. */
function align(table: Table, to: ColumnAlign): Edit {
  const { column } = table
  const aligns = table.aligns.with(column, table.aligns[column] === to ? null : to)
  return write(table, { ...table, aligns })
}

/** Tab: selects the next cell, and behind the last one adds a row. Null outside of tables. */
export function nextCell(state: TextState): Edit | null {
  const table = tableAt(state)
  if (table === null) return null
  const { row, column, rows, aligns } = table
  if (column < aligns.length - 1) return selectCell(state, table, row, column + 1)
  if (row < rows.length - 1) return selectCell(state, table, row + 1, 0)
  return insertRow({ ...table, column: 0 }, row + 1)
}

/** Shift+Tab: selects the previous cell. Null outside of tables, and in the first cell does nothing. */
export function previousCell(state: TextState): Edit | null {
  const table = tableAt(state)
  if (table === null) return null
  const { row, column, aligns } = table
  if (column > 0) return selectCell(state, table, row, column - 1)
  return selectCell(state, table, Math.max(0, row - 1), row === 0 ? 0 : aligns.length - 1)
}

/** Changes nothing but the selection, unless the row lacks the cell. */
function selectCell({ text, start }: TextState, table: Table, row: number, column: number): Edit {
  const lines = text.slice(table.from, table.to).split('\n')
  const line = lines[row === 0 ? 0 : row + 1] ?? ''
  const isWritten =
    (cellsOf(line.replace(PREFIX, ''))?.length ?? 0) > column &&
    line.slice(table.prefix.length).startsWith('|')
  if (!isWritten) return write(table, { ...table, row, column })
  const range = cellRange(lines, table.prefix, row, column)
  return { from: start, to: start, insert: '', start: table.from + range.start, end: table.from + range.end }
}

/** Inserts an empty table below the line with the caret, and selects its first cell. */
export function insertTable({ text, start, end }: TextState, columns: number, rows: number): Edit {
  const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''))
  return insertRows({ text, start, end }, cells, true)
}

/** Inserts a table with these cells instead of the selection. The first row is the header. */
export function insertRows(
  { text, start, end }: TextState,
  rows: readonly string[][],
  selectsFirst = false,
): Edit {
  const width = Math.max(...rows.map(cells => cells.length))
  const filled = rows.map(cells =>
    Array.from({ length: width }, (_, index) => escapeCell(cells[index] ?? '')),
  )
  const lines = linesOf({ rows: filled, aligns: Array.from({ length: width }, () => null), prefix: '' })
  const { lead, tail } = gapsAround({ text, start, end })
  const table = lines.join('\n')
  const insert = lead + table + tail
  const at = start + lead.length
  const first = cellRange(lines, '', 0, 0)
  return selectsFirst
    ? { from: start, to: end, insert, start: at + first.start, end: at + first.end }
    : { from: start, to: end, insert, start: at + table.length, end: at + table.length }
}

/**
 * Writes cells, in Markdown, into the table with the caret: from its cell on, as in a spreadsheet. Missing rows and columns are added.
 * Null outside of tables, and if the table becomes too large.
 */
export function fillCells(state: TextState, cells: readonly string[][]): Edit | null {
  const table = tableAt(state)
  if (table === null) return null
  const { row, column } = table
  const width = Math.max(table.aligns.length, ...cells.map(({ length }) => column + length))
  const height = Math.max(table.rows.length, row + cells.length)
  if (width * height > CELLS_MAX) return null
  const rows = Array.from({ length: height }, (_, y) => {
    const old = table.rows[y] ?? []
    return Array.from(
      { length: Math.max(width, old.length) },
      (_, x) => cells[y - row]?.[x - column] ?? old[x] ?? '',
    )
  })
  const aligns = Array.from({ length: width }, (_, x) => table.aligns[x] ?? null)
  const last = { row: row + cells.length - 1, column: column + (cells.at(-1)?.length ?? 1) - 1 }
  const edit = write(table, { rows, aligns, ...last })
  return { ...edit, start: edit.end }
}

/** The cells of a text that is one table, in Markdown. Null for any other text, and for a table that is too large. */
export function readCells(text: string): string[][] | null {
  const table = tableAt({ text, start: 0, end: 0 })
  return table?.from === 0 && table.to === text.length ? table.rows : null
}

/** The line ends that separate a block from the text before and after a selection that it replaces. */
export function gapsAround({ text, start, end }: TextState): { lead: string; tail: string } {
  const lineBefore = text.slice(startOfLine(text, start), start)
  const above = text.slice(0, startOfLine(text, start))
  const isBlankAbove = above === '' || /\n[ \t]*\n$/.test(above) || above === '\n'
  const after = text.slice(end, endOfLine(text, end))
  const isBlankBelow = /^[ \t]*(?:\n[ \t]*(?:\n|$)|$)/.test(text.slice(end))
  return {
    lead: lineBefore.trim() === '' ? (isBlankAbove ? '' : '\n') : '\n\n',
    tail: after.trim() === '' ? (isBlankBelow ? '' : '\n') : '\n\n',
  }
}

/** A cell is one line, and its pipes are escaped. */
export function escapeCell(content: string): string {
  return content
    .trim()
    .replace(/\\(?=\|)/g, '\\\\')
    .replaceAll('|', '\\|')
    .split('\n')
    .map(line => line.trim())
    .join(' ')
}

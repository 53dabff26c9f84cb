import { expect, test } from 'vitest'
import { insertRule, toggleCallout, toggleStrike } from './note.blocks.ts'
import { applyToText, type Edit, type TextState } from './note.edit.ts'
import { toggleItems } from './note.lists.ts'
import {
  changeTable,
  fillCells,
  insertRows,
  insertTable,
  nextCell,
  previousCell,
  readCells,
  type TableCommand,
} from './note.tables.ts'

/** Parses a text with two carets (‸) around the selection, or one. */
function parse(marked: string): TextState {
  const start = marked.indexOf('‸')
  const end = marked.lastIndexOf('‸')
  return { text: marked.replaceAll('‸', ''), start, end: end === start ? start : end - 1 }
}

function apply(marked: string, command: (state: TextState) => Edit | null): string | null {
  const state = parse(marked)
  const edit = command(state)
  if (edit === null) return null
  const text = applyToText(state, edit)
  const { start, end } = edit
  const selected = start === end ? '‸' : `‸${text.slice(start, end)}‸`
  return text.slice(0, start) + selected + text.slice(end)
}

const TABLE = '| 이름 | 나이 |\n| --- | ---: |\n| 지은 | 31 |\n| 서연 | 28 |'
const change = (marked: string, command: TableCommand) => apply(marked, state => changeTable(state, command))

test('inserts an empty table, apart from the text around it', () => {
  const empty = '| ‸ |  |  |\n| --- | --- | --- |\n|  |  |  |'
  expect(apply('‸', state => insertTable(state, 3, 2))).toBe(empty)
  expect(apply('글‸', state => insertTable(state, 3, 2))).toBe(`글\n\n${empty}`)
  expect(apply('글\n‸\n뒤', state => insertTable(state, 3, 2))).toBe(`글\n\n${empty}\n\n뒤`)
  expect(apply('글\n\n‸', state => insertTable(state, 3, 2))).toBe(`글\n\n${empty}`)
})

test('Tab goes from cell to cell, and behind the last one adds a row', () => {
  expect(apply(TABLE.replace('이름', '이‸름'), nextCell)).toBe(TABLE.replace('나이', '‸나이‸'))
  expect(apply(TABLE.replace('나이', '나이‸'), nextCell)).toBe(TABLE.replace('지은', '‸지은‸'))
  expect(apply(TABLE.replace('28', '28‸'), nextCell)).toBe(`${TABLE}\n| ‸ |  |`)
  expect(apply(TABLE.replace('지은', '‸지은'), previousCell)).toBe(TABLE.replace('나이', '‸나이‸'))
  expect(apply(TABLE.replace('이름', '‸이름'), previousCell)).toBe(TABLE.replace('이름', '‸이름‸'))
  expect(apply('표가 아닌‸ | 글', nextCell)).toBeNull()
  expect(apply(`\`\`\`\n${TABLE.replace('이름', '이름‸')}\n\`\`\``, nextCell)).toBeNull()
})

test('keeps cells behind the last column, and lines without cells', () => {
  const rest = '| 서연 | 28 | 부산 |\n'
  const at = `${TABLE.replace('지은 | 31 |', '지은 | 31 | 서울‸ |')}\n${rest}`
  expect(change(at, 'rowBelow')).toBe(
    `${TABLE.replace('지은 | 31 |', '지은 | 31 | 서울 |\n|  | ‸ |')}\n${rest}`,
  )
  expect(apply(`${TABLE.replace('28', '28 | 부산‸')}\n가 \\| 나`, nextCell)).toBe(
    `${TABLE.replace('28', '28 | 부산')}\n| ‸가 \\| 나‸ |  |`,
  )
})

test('adds and deletes rows and columns', () => {
  const at = TABLE.replace('지은', '지‸은')
  const withRow = (row: string) => TABLE.replace('| 지은', `${row}\n| 지은`)
  expect(change(at, 'rowAbove')).toBe(withRow('| ‸ |  |'))
  expect(change(TABLE.replace('이름', '이름‸'), 'rowBelow')).toBe(withRow('| ‸ |  |'))
  expect(change(at, 'deleteRow')).toBe('| 이름 | 나이 |\n| --- | ---: |\n| ‸서연‸ | 28 |')
  expect(change(TABLE.replace('이름', '이름‸'), 'deleteRow')).toBeNull()
  expect(change(at, 'columnAfter')).toBe(
    '| 이름 |  | 나이 |\n| --- | --- | ---: |\n| 지은 | ‸ | 31 |\n| 서연 |  | 28 |',
  )
  expect(change(at, 'columnBefore')).toBe(
    '|  | 이름 | 나이 |\n| --- | --- | ---: |\n| ‸ | 지은 | 31 |\n|  | 서연 | 28 |',
  )
  expect(change(at, 'deleteColumn')).toBe('| 나이 |\n| ---: |\n| ‸31‸ |\n| 28 |')
  expect(change('| 가‸ |\n| --- |\n| 나 |\n\n뒤', 'deleteColumn')).toBe('‸\n\n뒤')
})

test('aligns a column, and removes the alignment', () => {
  const at = TABLE.replace('31', '3‸1')
  expect(change(at, 'alignCenter')).toBe(TABLE.replace('---:', ':---:').replace('31', '‸31‸'))
  expect(change(at, 'alignRight')).toBe(TABLE.replace('---:', '---').replace('31', '‸31‸'))
  expect(change(at, 'alignLeft')).toBe(TABLE.replace('---:', ':---').replace('31', '‸31‸'))
})

test('reads tables as Markdown does: escaped pipes, missing cells, no outer pipes, in quotes', () => {
  expect(change('| 가\\|나 | 다‸ |\n|---|---|\n| 라 |', 'rowBelow')).toBe(
    '| 가\\|나 | 다 |\n| --- | --- |\n|  | ‸ |\n| 라 |  |',
  )
  expect(change('가 | 나‸\n--- | ---\n다 | 라', 'deleteColumn')).toBe('| ‸가‸ |\n| --- |\n| 다 |')
  expect(change('> | 가 | 나‸ |\n> | --- | --- |', 'rowBelow')).toBe(
    '> | 가 | 나 |\n> | --- | --- |\n> |  | ‸ |',
  )
  expect(change('| 가‸ | 나 |\n| --- |', 'rowBelow')).toBeNull()
})

test('makes a table of cells, with escaped pipes and without line breaks', () => {
  expect(
    apply('앞 ‸', state =>
      insertRows(state, [
        ['가|나', ' 다'],
        ['라\n마', 'C:\\|'],
      ]),
    ),
  ).toBe('앞 \n\n| 가\\|나 | 다 |\n| --- | --- |\n| 라 마 | C:\\\\\\| |‸')
})

test('fills the cells of a table from that of the caret on, and adds rows and columns', () => {
  const fill = (marked: string, cells: string[][]) => apply(marked, state => fillCells(state, cells))
  const empty = '| ‸ |  |\n| --- | --- |\n|  |  |'
  expect(
    fill(empty, [
      ['가', '나'],
      ['1', '2'],
    ]),
  ).toBe('| 가 | 나 |\n| --- | --- |\n| 1 | 2‸ |')
  const wider = [
    ['32', '서울'],
    ['29', '**부산**'],
  ]
  expect(fill(TABLE.replace('31', '3‸1'), wider)).toBe(
    '| 이름 | 나이 |  |\n| --- | ---: | --- |\n| 지은 | 32 | 서울 |\n| 서연 | 29 | **부산**‸ |',
  )
  expect(fill(TABLE.replace('28', '‸28'), [['28'], ['40']])).toBe(`${TABLE}\n|  | 40‸ |`)
  expect(fill('글 | 글‸', [['가', '나']])).toBeNull()
})

test('reads the cells of a text that is one table', () => {
  expect(readCells(TABLE)).toEqual([
    ['이름', '나이'],
    ['지은', '31'],
    ['서연', '28'],
  ])
  expect(readCells(`${TABLE}\n\n글`)).toBeNull()
  expect(readCells('글')).toBeNull()
})

test('leaves a table alone that would have too many cells', () => {
  const header = `${'|'.repeat(301)}\n${'|-'.repeat(300)}|\n`
  const jagged = `${header}${'|\n'.repeat(40)}|‸`
  expect(apply(jagged, nextCell)).toBeNull()
  expect(readCells(jagged.replace('‸', ''))).toBeNull()
  const cells = [Array<string>(300).fill('가'), ...Array<string[]>(40).fill(['나'])]
  expect(apply(TABLE.replace('31', '3‸1'), state => fillCells(state, cells))).toBeNull()
  expect(readCells(`${header}${'|\n'.repeat(30)}|`)).toHaveLength(32)
})

test('strikes out and back', () => {
  expect(apply('오늘 ‸회의‸는', toggleStrike)).toBe('오늘 ~~‸회의‸~~는')
  expect(apply('오늘 ~~‸회의‸~~는', toggleStrike)).toBe('오늘 ‸회의‸는')
  expect(apply('오늘 ‸~~회의~~‸는', toggleStrike)).toBe('오늘 ‸회의‸는')
  expect(apply('가 ‸', toggleStrike)).toBe('가 ~~‸~~')
  expect(apply('‸- [ ] 가\n- [ ] 나 ‸', toggleStrike)).toBe('‸- [ ] ~~가~~\n- [ ] ~~나~~ ‸')
  expect(apply('‸- [ ] ~~가~~\n- [ ] ~~나~~ ‸', toggleStrike)).toBe('‸- [ ] 가\n- [ ] 나 ‸')
})

test('numbers lines', () => {
  expect(apply('‸가\n- 나\n\n다‸', state => toggleItems(state, 'number'))).toBe('1. ‸가\n2. 나\n\n3. 다‸')
  expect(apply('‸1. 가\n2. 나‸', state => toggleItems(state, 'number'))).toBe('‸가\n나‸')
})

test('makes a callout of lines, and lines of a callout', () => {
  expect(apply('앞\n조심‸\n뒤', toggleCallout)).toBe('앞\n\n> [!note]\n> ‸조심‸\n\n뒤')
  expect(apply('‸', toggleCallout)).toBe('> [!note]\n> ‸')
  expect(apply('> [!note]\n> 조심‸\n> 해요', toggleCallout)).toBe('‸조심\n해요‸')
})

test('inserts a rule that makes no heading', () => {
  expect(apply('글‸', insertRule)).toBe('글\n\n---\n\n‸')
  expect(apply('글\n‸\n뒤', insertRule)).toBe('글\n\n---\n‸\n뒤')
  expect(apply('‸', insertRule)).toBe('---\n\n‸')
})

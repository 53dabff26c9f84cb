import { expect, test } from 'vitest'
import { piecesOf } from './line.pieces.ts'

const LINE = '가 **나** 다'
const MARKS = [
  { from: 2, to: 4 },
  { from: 5, to: 7 },
]

test('a line is cut into its words and signs', () => {
  expect(piecesOf(LINE, MARKS, [])).toEqual([
    { kind: 'words', text: '가 ' },
    { kind: 'sign', text: '**' },
    { kind: 'words', text: '나' },
    { kind: 'sign', text: '**' },
    { kind: 'words', text: ' 다' },
  ])
  expect(piecesOf('', [], [])).toEqual([])
})

test('pages end wherever they do: at its beginning, within a mark, at its end', () => {
  const pages = [0, 3, LINE.length].map((at, index) => ({ at, page: index + 1 }))
  expect(piecesOf(LINE, MARKS, pages)).toEqual([
    { kind: 'page', text: '', page: 1 },
    { kind: 'words', text: '가 ' },
    { kind: 'sign', text: '*' },
    { kind: 'page', text: '', page: 2 },
    { kind: 'sign', text: '*' },
    { kind: 'words', text: '나' },
    { kind: 'sign', text: '**' },
    { kind: 'words', text: ' 다' },
    { kind: 'page', text: '', page: 3 },
  ])
})

/** The line with the page's number where its end stands. */
function shown(line: string, ...places: number[]): string {
  const pages = places.map((at, index) => ({ at, page: index + 1 }))
  return piecesOf(line, [], pages)
    .map(piece => (piece.kind === 'page' ? `‹${piece.page}›` : piece.text))
    .join('')
}

test.each([
  ['a pair of surrogates', '가😀나', 2, '가😀‹1›나'],
  ['a family', '가👨‍👩‍👧‍👦나', 3, '가👨‍👩‍👧‍👦‹1›나'],
  ['a tone of skin', '가👍🏽나', 3, '가👍🏽‹1›나'],
  ['a flag', '🇰🇷🇯🇵', 2, '🇰🇷‹1›🇯🇵'],
  ['a variation', '❤\ufe0f나', 1, '❤\ufe0f‹1›나'],
  ['an accent', 'e\u0301e', 1, 'e\u0301‹1›e'],
  ['a syllable in parts', '한글'.normalize('NFD'), 1, `${'한'.normalize('NFD')}‹1›${'글'.normalize('NFD')}`],
  ['a sign at the end of the line', '가😀', 2, '가😀‹1›'],
])('a page that ends within %s ends behind it', (_, line, at, drawn) => {
  expect(shown(line, at)).toBe(drawn)
})

test.each([
  ['before', 1],
  ['among', 2],
  ['behind', 4],
])('a page that ends %s blanks ends before the next word', (_, at) => {
  expect(shown('가 \t\u3000나', at)).toBe('가 \t\u3000‹1›나')
  expect(shown('가   ', at)).toBe('가   ‹1›')
})

test('of pages that would end at one place only the last is shown', () => {
  expect(shown(`가${' '.repeat(9)}나`, 2, 5)).toBe(`가${' '.repeat(9)}‹2›나`)
})

test('the ends of pages in a long line are found in no time that a key would feel', () => {
  const started = performance.now()
  for (const line of ['가나😀'.repeat(25_000), ' '.repeat(100_000), '🇰🇷'.repeat(25_000)]) {
    const pages = Array.from({ length: 500 }, (_, index) => ({ at: (index + 1) * 200, page: index + 1 }))
    piecesOf(line, [], pages)
  }
  expect(performance.now() - started).toBeLessThan(500)
})

import { expect, test } from 'vitest'
import { fenceAfter, findMarkers, tokenizeLine } from './lineTokens.ts'

/** The line with its markers in ‹ ›. */
function withMarks(line: string, fence: string | null = null): string {
  return findMarkers(line, fence).reduceRight(
    (text, { from, to }) => `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`,
    line,
  )
}

test.each([
  ['그냥 글 - 줄표 * 별 # 우물', '그냥 글 - 줄표 * 별 # 우물'],
  ['# 제목', '‹#› 제목'],
  ['#태그', '#태그'],
  ['> “딱이다.”', '‹>› “딱이다.”'],
  ['> - 인용 속 항목', '‹> -› 인용 속 항목'],
  ['- [ ] 할 일 **전부**', '‹- [ ]› 할 일 ‹**›전부‹**›'],
  ['  - [x] 한 일 **전부**', '‹  - [x] 한 일 **전부**›'],
  ['12. 열둘', '‹12.› 열둘'],
  ['---', '‹---›'],
  ['| --- | :-: |', '‹| --- | :-: |›'],
  ['| 가 | 나 |', '‹|› 가 ‹|› 나 ‹|›'],
  ['가 | 나', '가 | 나'],
  [
    '***둘 다*** *하나* _또_ ~~지움~~ ==칠함==',
    '‹***›둘 다‹***› ‹*›하나‹*› ‹_›또‹_› ‹~~›지움‹~~› ‹==›칠함‹==›',
  ],
  ['snake_case_name', 'snake_case_name'],
  ['3 * 4 * 5', '3 * 4 * 5'],
  ['혼자 **열린 것', '혼자 **열린 것'],
  ['`**코드**` 밖', '‹`›**코드**‹`› 밖'],
  ['``a`b`` c', '‹``›a`b‹``› c'],
  ['[말](https://example.com/a_b_c) 뒤', '‹[›말‹](https://example.com/a_b_c)› 뒤'],
  ['![산](/pictures/0) 뒤', '‹![›산‹](/pictures/0)› 뒤'],
  ['\\*별\\*', '\\*별\\*'],
  ['> [!note] **제목**', '‹> [!note]› ‹**›제목‹**›'],
  ['>> [!Warning]-', '‹>> [!Warning]-›'],
  ['> [!noted] 제목', '‹>› [!noted] 제목'],
  ['[!note] 제목', '[!note] 제목'],
  ['H<sub>2</sub>O <KBD>Ctrl</kbd>', 'H‹<sub>›2‹</sub>›O ‹<KBD>›Ctrl‹</kbd>›'],
  ['가<br>나<br />다', '가‹<br>›나‹<br />›다'],
  ['<u>열린 것 </sub>', '<u>열린 것 </sub>'],
  ['`<u>` 밖 </u>', '‹`›<u>‹`› 밖 </u>'],
  ['<b>굵게</b> \\<br>', '<b>굵게</b> \\<br>'],
  ['<details open><summary>더 **보기**</summary>', '‹<details open>›‹<summary>›더 ‹**›보기‹**›‹</summary>›'],
  ['  </details>', '  ‹</details>›'],
  ['앞 [[제주 여행]] 뒤', '앞 ‹[[›제주 여행‹]]› 뒤'],
  ['[[제주 여행#첫날|그날]]', '‹[[제주 여행#첫날|›그날‹]]›'],
  ['[[글]](https://a.kr)', '[‹[›글]‹](https://a.kr)›'],
  ['`[[코드]]`', '‹`›[[코드]]‹`›'],
])('finds the markers in %s', (line, expected) => {
  expect(withMarks(line)).toBe(expected)
})

test('treats an uploading picture as one marker with its key', () => {
  const key = '0b9f7a52-1111-4222-8333-123456789abc'
  expect(findMarkers(`앞 ![**산**](upload:${key}) 뒤`, null)).toEqual([{ from: 2, to: 55, upload: key }])
})

test('finds no markers inside code blocks', () => {
  expect(fenceAfter('```js', null)).toBe('```')
  expect(fenceAfter('~~~', '```')).toBe('```')
  expect(fenceAfter('``` js', '```')).toBe('```')
  expect(fenceAfter('`````', '```')).toBeNull()
  expect(withMarks('```js')).toBe('‹```js›')
  expect(withMarks('# 주석', '```')).toBe('# 주석')
  expect(withMarks('```', '```')).toBe('‹```›')
})

test('takes linear time for hostile lines', () => {
  const started = performance.now()
  for (const line of ['*a '.repeat(600), '`'.repeat(2_000), '[a]('.repeat(500), '| -'.repeat(600)])
    findMarkers(line, null)
  findMarkers('**'.repeat(200_000), null)
  expect(performance.now() - started).toBeLessThan(500)
})

/** The tokens of a line: markers in ‹ ›, page numbers in « ». */
function tokens(line: string, pageEnds: number[], markers = findMarkers(line, null)): string[] {
  const pages = pageEnds.map((at, index) => ({ at, page: index + 1 }))
  return tokenizeLine(line, markers, pages).map(token => {
    if (token.kind === 'page') return `«${token.page}»`
    return token.kind === 'marker' ? `‹${token.text}›` : token.text
  })
}

test('splits a line into text, markers and page ends, also inside a marker', () => {
  const line = '가 **나** 다'
  expect(tokens(line, [])).toEqual(['가 ', '‹**›', '나', '‹**›', ' 다'])
  const withPages = ['«1»', '가 ', '‹*›', '«2»', '‹*›', '나', '‹**›', ' 다', '«3»']
  expect(tokens(line, [0, 3, line.length])).toEqual(withPages)
  expect(tokens('', [])).toEqual([])
})

test.each([
  ['a surrogate pair', '가😀나', 2, '가😀«1»나'],
  ['a family', '가👨‍👩‍👧‍👦나', 3, '가👨‍👩‍👧‍👦«1»나'],
  ['a skin tone', '가👍🏽나', 3, '가👍🏽«1»나'],
  ['a flag', '🇰🇷🇯🇵', 2, '🇰🇷«1»🇯🇵'],
  ['a variation selector', '❤\ufe0f나', 1, '❤\ufe0f«1»나'],
  ['an accent', 'e\u0301e', 1, 'e\u0301«1»e'],
  [
    'a decomposed syllable',
    '한글'.normalize('NFD'),
    1,
    `${'한'.normalize('NFD')}«1»${'글'.normalize('NFD')}`,
  ],
  ['a character at the end of the line', '가😀', 2, '가😀«1»'],
])('moves a page end inside %s behind it', (_, line, at, expected) => {
  expect(tokens(line, [at], []).join('')).toBe(expected)
})

test.each([
  ['before', 1],
  ['among', 2],
  ['behind', 4],
])('moves a page end %s spaces to the next word', (_, at) => {
  expect(tokens('가 \t\u3000나', [at], []).join('')).toBe('가 \t\u3000«1»나')
  expect(tokens('가   ', [at], []).join('')).toBe('가   «1»')
})

test('keeps only the last of several page ends at one position', () => {
  expect(tokens(`가${' '.repeat(9)}나`, [2, 5], []).join('')).toBe(`가${' '.repeat(9)}«2»나`)
})

test('finds the page ends of a long line quickly enough for a key press', () => {
  const started = performance.now()
  for (const line of ['가나😀'.repeat(25_000), ' '.repeat(100_000), '🇰🇷'.repeat(25_000)]) {
    const pages = Array.from({ length: 500 }, (_, index) => ({ at: (index + 1) * 200, page: index + 1 }))
    tokenizeLine(line, [], pages)
  }
  expect(performance.now() - started).toBeLessThan(500)
})

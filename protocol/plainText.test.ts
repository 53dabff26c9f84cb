import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuickNote, plainText, toSingleLine } from './plainText.ts'
import { allLanguages, languages } from './text/languages.ts'

test.each([
  ['# 제목\n\n**굵은** *글*과 `코드`', '제목 굵은 글과 코드'],
  ['> 인용\n>> 안쪽', '인용 안쪽'],
  ['- 가\n  - 나\n1. 다\n- [x] 라', '가 나 다 라'],
  ['[글](https://a.kr) ![그림](https://a.kr/b.png)', '글 그림'],
  ['![그림 설명](/p/a.webp) 앞 ![Description](/p/b.webp)![](/p/c.webp) 뒤', '앞 뒤'],
  ['```js\nlet 가 = 1\n```\n끝', 'let 가 = 1 끝'],
  ['|가|나|\n|---|:-:|\n|1|2|', '가 나 1 2'],
  ['앞\n\n---\n\n뒤', '앞 뒤'],
  ['값은 $x^2$', '값은 x^2'],
  ['\\*별\\*', '*별*'],
  ['2024-03-02, a_b, -5도', '2024-03-02, a_b, -5도'],
  ['_기울인_ 글과 __굵은 글__, snake_case_name', '기울인 글과 굵은 글, snake_case_name'],
  ['~~취소~~한 것과 ==강조==, 네~~ 좋아요~~ a==b==c', '취소한 것과 강조, 네~~ 좋아요~~ a==b==c'],
  ['글[^1]이에요.\n\n[^1]: 각주', '글이에요. 각주'],
  ['> [!note] 제목\n> 본문\n\n>> [!TIP]-\n>> 안쪽', '제목 본문 안쪽'],
  ['> [!noted] 제목, [!note] 글', '[!noted] 제목, [!note] 글'],
  ['<details open><summary>더 보기</summary>숨은 글</details>', '더 보기 숨은 글'],
  ['H<sub>2</sub>O, <kbd>Ctrl</kbd>+<KBD>S</KBD><br>다음', 'H2O, Ctrl+S 다음'],
  ['<b>굵게</b> \\<u>', '<b>굵게</b> <u>'],
  ['', ''],
])('%j', (written, shown) => {
  expect(plainText(written)).toBe(shown)
})

test('turns any text into one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
      expect(plainText(text)).not.toMatch(/[\n\r]/)
    }),
  )
})

test.each(allLanguages)('removes a picture with the default description: %s', async language => {
  const catalogue = await languages[language].load()
  expect(plainText(`![${catalogue['notePictures.description']}](/p/a.webp)`)).toBe('')
})

test.each([
  ['a heading', '# 무슨 일\n수요일 저녁', '무슨 일 · 수요일 저녁'],
  ['points and tasks', '남은 것\n- 이사\n- [x] **운전**\n1. 편지', '남은 것 · 이사 · 운전 · 편지'],
  ['a table', '| 시각 | 한 일 |\n| --- | --- |\n| 0:00 | 투입 \\| 불 |', '시각 · 한 일 · 0:00 · 투입 불'],
  ['a heading alone', '# 무슨 일', '무슨 일'],
  ['dots of its own', '노트·주제 · 방', '노트·주제 · 방'],
])('separates the parts of %s by a dot', (_, text, shown) => {
  expect(toSingleLine(text)).toBe(shown)
})

test.each([
  ['장보기\n우유\n달걀', '장보기', '우유\n달걀'],
  ['\n\n---\n# **주말** 계획\n\n- [ ] 산책\n', '주말 계획', '- [ ] 산책'],
  ['한 줄뿐', '한 줄뿐', ''],
  ['😀', '😀', ''],
  ['첫 줄\r\n둘째 줄', '첫 줄', '둘째 줄'],
])('%j is a note', (written, title, text) => {
  expect(parseQuickNote(written)).toEqual({ title, text })
})

test.each([
  ['a link', '[좋은 글](https://a.kr/?no=7)\n읽을 것', '좋은 글'],
  ['a link to a note', '[[이사 준비|이사]] 참고', '이사 참고'],
  ['a picture', '![지도](https://a.kr/b.png)', '지도'],
  ['a picture before the title', '![](https://a.kr/b.png)\n강아지', '강아지'],
  ['a tag', '#장보기 우유', '#장보기 우유'],
  ['tasks', '- [ ] 우유\n- [x] 달걀', '우유'],
  ['a table', '| 이름 | 값 |\n| --- | --- |\n| 가 | 1 |', '이름 값'],
  ['code', '```js\nlet x = 1\n```', 'let x = 1'],
  ['a formula', '$$\nx^2\n$$', 'x^2'],
  ['a product', '2**10 = 1024', '210 = 1024'],
])('keeps %s, of which the title has only the words', (_, text, title) => {
  expect(parseQuickNote(text)).toEqual({ title, text })
})

test('keeps a first line that is too long for a title', () => {
  const line = '아주 긴 첫 줄이라서 제목에는 다 들어가지 못하고 마흔 글자에서 끊기는 그런 문장이에요'
  expect(line.length).toBeGreaterThan(40)
  const note = parseQuickNote(`${line}\n다음`)
  expect(note?.title).toBe(line.slice(0, 40).trimEnd())
  expect(note?.text).toBe(`${line}\n다음`)
  const family = '👨‍👩‍👧‍👦'
  expect(parseQuickNote(family.repeat(9))?.title).toBe(family.repeat(3))
})

test.each(['', ' \n\t', '---\n***', '> \n- '])('%j is not a note', written => {
  expect(parseQuickNote(written)).toBeNull()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markupOf } from '#client/markdown/testing/markup.ts'
import { findCommand } from './note.commands.ts'
import { applyToText, type Edit, type TextState } from './note.edit.ts'
import {
  clearLinePrefix,
  continueLine,
  indent,
  moveLines,
  outdent,
  toggleItems,
  toggleQuote,
} from './note.lists.ts'
import { makeLink, toggleFence, toggleHeading, toggleMark, wrapSelection } from './note.marks.ts'

/** Parses a text with two bars around the selection, or one at the caret. */
function parseMarked(marked: string): TextState {
  const start = marked.indexOf('|')
  const rest = marked.slice(0, start) + marked.slice(start + 1)
  const second = rest.indexOf('|')
  return second < 0 ? { text: rest, start, end: start } : { text: rest.replace('|', ''), start, end: second }
}

function applyEdit(marked: string, edit: (state: TextState) => Edit | null): string | null {
  const before = parseMarked(marked)
  const result = edit(before)
  if (result === null) return null
  const text = before.text.slice(0, result.from) + result.insert + before.text.slice(result.to)
  const head = `${text.slice(0, result.start)}|`
  return result.start === result.end
    ? head + text.slice(result.start)
    : `${head}${text.slice(result.start, result.end)}|${text.slice(result.end)}`
}

const bold = (marked: string) => applyEdit(marked, text => toggleMark(text, '**'))
const italic = (marked: string) => applyEdit(marked, text => toggleMark(text, '*'))
const code = (marked: string) => applyEdit(marked, text => toggleFence(text, '`', '```'))
const formula = (marked: string) => applyEdit(marked, text => toggleFence(text, '$', '$$'))
const heading = (marked: string, level: 1 | 2 | 3) => applyEdit(marked, text => toggleHeading(text, level))
const bullets = (marked: string) => applyEdit(marked, text => toggleItems(text, 'bullet'))
const tasks = (marked: string) => applyEdit(marked, text => toggleItems(text, 'task'))
const enter = (marked: string) => applyEdit(marked, continueLine)
const backspace = (marked: string) => applyEdit(marked, clearLinePrefix)
const up = (marked: string) => applyEdit(marked, text => moveLines(text, -1))
const down = (marked: string) => applyEdit(marked, text => moveLines(text, 1))

test('toggles bold and italic, also nested', () => {
  expect(bold('오늘 |회의|는')).toBe('오늘 **|회의|**는')
  expect(bold('오늘 **|회의|**는')).toBe('오늘 |회의|는')
  expect(bold('|회의 |는')).toBe('**|회의|** 는')
  expect(bold('|')).toBe('**|**')
  expect(italic('**|회의|**')).toBe('***|회의|***')
  expect(italic('***|회의|***')).toBe('**|회의|**')
  expect(bold('***|회의|***')).toBe('*|회의|*')
})

test('removes marks that are part of the selection', () => {
  expect(bold('오늘 |**회의**|는')).toBe('오늘 |회의|는')
  expect(bold('**|회의**|')).toBe('|회의|')
  expect(italic('|**회의**|')).toBe('***|회의|***')
  expect(bold('|**봄 *회의* 록**|')).toBe('|봄 *회의* 록|')
})

test('replaces marks inside the selection with marks around it', () => {
  expect(bold('|**봄** 회의 **록**|')).toBe('**|봄 회의 록|**')
  expect(bold('|**장소**: *시청*|')).toBe('**|장소: *시청*|**')
  expect(bold('|- **장소**: 시청\n- **시간**: 세 시|')).toBe('|- **장소: 시청**\n- **시간: 세 시**|')
  expect(bold('|- **장소: 시청**\n- **시간: 세 시**|')).toBe('|- 장소: 시청\n- 시간: 세 시|')
  expect(italic('|가**나**다|')).toBe('*|가**나**다|*')
  expect(italic('*|가**나**다|*')).toBe('|가**나**다|')
  expect(italic('|$a*b$와 $c*d$|')).toBe('*|$a*b$와 $c*d$|*')
  expect(bold('|`2**3`과 **`4**5`**, 2 ** 3, \\*\\*|')).toBe('**|`2**3`과 `4**5`, 2 ** 3, \\*\\*|**')
})

test('never changes the rendered text', () => {
  const verbatim = ['`2**3`', '$a*b$', '[글](https://a.kr/*x*)']
  const pieces = fc.constantFrom('가', '나', ' ', '(', ')', ':', '**', '**', '*', '\\*', ...verbatim)
  const texts = fc.array(pieces, { maxLength: 9 }).map(found => `가${found.join('')}`.trim())
  // Excludes literal stars and runs of three or more.
  const renderText = (text: string) => markupOf(text).replace(/<\/?(?:strong|em)>/g, '')
  const isOddCount = (text: string) =>
    /\*{3}|``|\$\$/.test(text) ||
    renderText(text)
      .replace(/<code>.*?<\/code>|<a .*?>/g, '')
      .includes('*')
  fc.assert(
    fc.property(texts, fc.constantFrom('**', '*'), (text, mark) => {
      fc.pre(!isOddCount(text))
      const expected = renderText(text)
      const once = toggleMark({ text, start: 0, end: text.length }, mark)
      const marked = applyToText({ text }, once)
      // Adjacent code or formulas merge.
      fc.pre(!/``|\$\$/.test(marked))
      expect(renderText(marked)).toBe(expected)
      const twice = toggleMark({ text: marked, start: once.start, end: once.end }, mark)
      expect(renderText(applyToText({ text: marked }, twice))).toBe(expected)
    }),
    { numRuns: 500 },
  )
})

test('leaves line prefixes outside the marks', () => {
  expect(bold('|- [ ] 장보기|')).toBe('- [ ] **|장보기|**')
  expect(bold('- [ ] **|장보기|**')).toBe('- [ ] |장보기|')
  expect(bold('|- [ ] **장보기**|')).toBe('- [ ] |장보기|')
  expect(bold('봄 |- 여름|')).toBe('봄 **|- 여름|**')
})

test('marks each selected line separately, behind its prefix', () => {
  const both = '|- [ ] **가**\n\n1. **나**|'
  expect(bold('|- [ ] 가\n\n1. 나|')).toBe(both)
  expect(bold('|- [ ] 가\n\n1. **나**|')).toBe(both)
  expect(bold(both)).toBe('|- [ ] 가\n\n1. 나|')
  expect(bold('오늘 |회의\n## 봄 |')).toBe('오늘 |**회의**\n## **봄**| ')
  expect(bold('|가\n\n|나')).toBe('**|가|**\n\n나')
  expect(bold('|가 *나* 다\n라|')).toBe('|**가 *나* 다**\n**라**|')
  expect(bold('|**가 *나* 다**\n**라**|')).toBe('|가 *나* 다\n라|')
})

test.each([
  '```js\n가\n```',
  '~~~\n가\n~~~',
  '```\n~~~\n가\n```',
  '$$\nx\n$$',
  '$$x$$',
  '| 가 |\n|---|\n| 나 |',
  '가 | 나\n---|---\n다 | 라',
  '---',
  '* * *',
  '- *',
])('does not mark verbatim lines: %s', lines => {
  const [plain, marked] = [`글\n${lines}\n끝`, `**글**\n${lines}\n**끝**`]
  const bold = (text: string) => applyToText({ text }, toggleMark({ text, start: 0, end: text.length }, '**'))
  expect([bold(plain), bold(marked)]).toEqual([marked, plain])
})

test('marks lines after text that only looks like code or a formula', () => {
  for (const line of ['```봄```', '$$ 값'])
    expect(bold(`${line}\n|가\n나|`)).toBe(`${line}\n|**가**\n**나**|`)
})

test('does not mark verbatim lines of which only the end is selected', () => {
  const bold = (text: string, start: number) =>
    applyToText({ text }, toggleMark({ text, start, end: text.length }, '**'))
  expect(bold('| 가 | 나 |\n끝', 6)).toBe('| 가 | 나 |\n**끝**')
  expect(bold('---\n끝', 2)).toBe('---\n**끝**')
})

test('toggles code and formula blocks, also around code', () => {
  expect(code('글\n```\n|가\n나|\n```\n끝')).toBe('글\n|가\n나|\n끝')
  expect(code('|```js\n가\n나\n```|\n끝')).toBe('|가\n나|\n끝')
  expect(formula('$$\n|x\ny|\n$$')).toBe('|x\ny|')
  expect(code('```\n|가|\n```')).toBe('|가|')
  expect(code('````\n|가\n```\n나\n```\n다|\n````')).toBe('|가\n```\n나\n```\n다|')
  expect(code('|```\n가\n```\n나\n```\n다\n```|')).toBe('````\n|```\n가\n```\n나\n```\n다\n```|\n````')
  expect(formula('$$a$$\n\n$$\n|x\ny|\n$$')).toBe('$$a$$\n\n|x\ny|')
  expect(formula('|$$ x\ny\n$$|')).toBe('$$\n|$$ x\ny\n$$|\n$$')
  expect(code('```\n가\n```\n|나\n다|\n```\n라\n```')).toBe('```\n가\n```\n```\n|나\n다|\n```\n```\n라\n```')
  expect(code('|가\n```\n나\n```\n다|')).toBe('````\n|가\n```\n나\n```\n다|\n````')
})

test('creates a link and selects its missing part', () => {
  expect(applyEdit('|글마루|를', makeLink)).toBe('[글마루](|https://|)를')
  expect(applyEdit('|글마루 |보기', makeLink)).toBe('[글마루](|https://|) 보기')
  expect(applyEdit('|https://example.com|', makeLink)).toBe('[|](https://example.com)')
})

test('continues a list on Enter and ends it on an empty item', () => {
  expect(enter('- 김밥|')).toBe('- 김밥\n- |')
  expect(enter('  9. 아홉|째')).toBe('  9. 아홉\n  10. |째')
  expect(enter('- [x] 했어요|')).toBe('- [x] 했어요\n- [ ] |')
  expect(enter('- 하나\n- |\n둘')).toBe('- 하나\n\n|\n둘')
  expect(enter('- [ ] |')).toBe('|')
})

test('ends code only at a matching fence', () => {
  expect(enter('```\n~~~\n```\n- 하나|')).toBe('```\n~~~\n```\n- 하나\n- |')
  for (const marked of ['````\n```\n- 코드|', '```\n```js\n- 코드|']) expect(enter(marked)).toBeNull()
})

test('keeps the indentation on Enter in code', () => {
  expect(enter('```\n  값|을 세요\n```')).toBe('```\n  값\n  |을 세요\n```')
  expect(enter('- 예\n  ```js\n  \t값|')).toBe('- 예\n  ```js\n  \t값\n  \t|')
  expect(enter('```\n | 값\n```')).toBe('```\n \n | 값\n```')
  expect(enter('  ```\n  값\n  ```|')).toBeNull()
})

test('leaves Enter alone outside of lists and quotes', () => {
  for (const marked of ['그냥 글|', '|- 앞', '- |고른| 것', '```\n- 코드|', '-없음|', '1.없음|'])
    expect(enter(marked), marked).toBeNull()
})

test('continues a quote on Enter and ends it on an empty line', () => {
  expect(enter('> 인용|')).toBe('> 인용\n> |')
  expect(enter('> - 하나|')).toBe('> - 하나\n> - |')
  expect(enter('> 인용\n> |')).toBe('> 인용\n\n|')
  expect(enter('> > 깊은\n> > |')).toBe('> > 깊은\n>\n> |')
  expect(enter('> - 하나\n> - |')).toBe('> - 하나\n>\n> |')
})

test('renders text after an ended list or quote outside of it', () => {
  const begun = ['- 하나\n- |', '1. 하나\n2. |', '- [ ] 하나\n- [ ] |', '- 하나\n이어서\n- |', '> 인용\n> |']
  for (const marked of begun) {
    const outside = enter(marked)?.replace('|', '바깥 문단') ?? ''
    expect(markupOf(outside), marked).toMatch(/<\/(?:ul|ol|blockquote)><p>바깥 문단<\/p>$/)
  }
  const lessDeep = enter('> > 깊은\n> > |')?.replace('|', '덜 깊은') ?? ''
  expect(markupOf(lessDeep)).toMatch(/<\/blockquote><p>덜 깊은<\/p><\/blockquote>/)
})

test('adds no empty line if there is no list or quote above', () => {
  expect(enter('글\n- |')).toBe('글\n|')
  expect(enter('- 하나\n\n- |')).toBe('- 하나\n\n|')
  expect(enter('> 인용\n>\n> |')).toBe('> 인용\n>\n|')
  expect(enter('> 인용\n> - |')).toBe('> 인용\n> |')
})

test('removes the prefix of an empty item on Backspace', () => {
  expect(backspace('- 하나\n- [ ] |')).toBe('- 하나\n|')
  expect(backspace('  3. |\n둘')).toBe('|\n둘')
  expect(backspace('> - [x] |')).toBe('> |')
  expect(backspace('> 인용\n> |')).toBe('> 인용\n|')
  for (const marked of ['- 하나|', '- |하나', '-| ', '글|', '|', '|- |', '```\n- |'])
    expect(backspace(marked), marked).toBeNull()
})

test('continues the outer list on Enter on an empty nested item', () => {
  expect(enter('- 하나\n  - 둘\n  - |')).toBe('- 하나\n  - 둘\n- |')
  expect(enter('1. 하나\n   - 둘\n   - |')).toBe('1. 하나\n   - 둘\n2. |')
  expect(enter('1. 하나\n   - |\n2. 둘')).toBe('1. 하나\n2. |\n3. 둘')
})

test('renumbers a list after an item was added, moved or indented', () => {
  expect(enter('1. 하나|\n2. 둘\n3. 셋')).toBe('1. 하나\n2. |\n3. 둘\n4. 셋')
  expect(enter('9) 아홉|\n   - 안\n10) 열')).toBe('9) 아홉\n10) |\n   - 안\n11) 열')
  expect(applyEdit('1. 하나\n2. 둘|\n3. 셋', indent)).toBe('1. 하나\n   1. 둘|\n2. 셋')
  expect(applyEdit('1. 하나\n   1. 둘|\n2. 셋', outdent)).toBe('1. 하나\n2. 둘|\n3. 셋')
  expect(up('1. 하나\n2. |둘')).toBe('1. |둘\n2. 하나')
  expect(down('9. 아홉|\n10. 열')).toBe('9. 열\n10. 아홉|')
})

test('does not renumber lists that are not consecutive', () => {
  expect(enter('2024. 봄|\n2026. 가을')).toBe('2024. 봄\n2025. |\n2026. 가을')
  expect(enter('1. 하나|\n\n글\n\n2. 둘')).toBe('1. 하나\n2. |\n\n글\n\n2. 둘')
  expect(down('2024. 봄|\n1998. 가을')).toBe('1998. 가을\n2024. 봄|')
})

test('swaps lines up to the edges of the text', () => {
  expect(up('가\n나|\n다')).toBe('나|\n가\n다')
  expect(down('가|나\n다|라\n마')).toBe('마\n가|나\n다|라')
  expect(up('|가')).toBeNull()
  expect(down('가\n나|')).toBeNull()
})

test('toggles headings, list items and quotes', () => {
  expect(heading('봄|', 2)).toBe('## 봄|')
  expect(heading('# 봄|', 2)).toBe('## 봄|')
  expect(heading('## 봄|', 2)).toBe('봄|')
  expect(heading('  - [x] 봄|', 2)).toBe('## 봄|')
  expect(heading('1. 봄|', 2)).toBe('## 1. 봄|')
  expect(bullets('|가\n나|')).toBe('- |가\n- 나|')
  expect(tasks('- |가\n- 나|')).toBe('- [ ] |가\n- [ ] 나|')
  expect(tasks('- [x] 가|')).toBe('가|')
  expect(tasks('|')).toBe('- [ ] |')
  expect(bullets('1. |가\n2. 나|')).toBe('- |가\n- 나|')
  expect(bullets('- |가\n\n- 나|')).toBe('|가\n\n나|')
  expect(heading('|가\n\n나|', 2)).toBe('## |가\n\n## 나|')
  expect(applyEdit('|가\n나|', toggleQuote)).toBe('> |가\n> 나|')
  expect(applyEdit('> 가|', toggleQuote)).toBe('가|')
})

test('wraps the selection in a typed character', () => {
  expect(applyEdit('오늘 |회의|', text => wrapSelection(text, '*'))).toBe('오늘 *|회의|*')
  expect(applyEdit('|회의|', text => wrapSelection(text, '('))).toBe('(|회의|)')
  expect(applyEdit('회의|', text => wrapSelection(text, '*'))).toBeNull()
  expect(applyEdit('|회의|', text => wrapSelection(text, '가'))).toBeNull()
  expect(code('|코드|')).toBe('`|코드|`')
  expect(code('`|코드|`')).toBe('|코드|')
  expect(formula('$|x|$')).toBe('|x|')
  // Adds signs inside a display formula, and to an empty selection.
  expect(formula('$$|x|$$')).toBe('$$$|x|$$$')
  expect(code('`|`')).toBe('``|``')
  expect(code('글\n|가\n나|')).toBe('글\n```\n|가\n나|\n```')
  // Puts fences on separate lines, wherever the selection starts and ends.
  expect(code('가 |나\n다| 라\n마')).toBe('```\n|가 나\n다 라|\n```\n마')
  expect(formula('|가\n나\n|다')).toBe('$$\n|가\n나|\n$$\n다')
})

test('matches shortcuts by key position, so that they work with a Hangul keyboard', () => {
  const key = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  expect(findCommand({ ...key, code: 'KeyB', key: 'ㅠ', ctrlKey: true })?.id).toBe('bold')
  expect(findCommand({ ...key, code: 'KeyB', key: 'b', metaKey: true })?.id).toBe('bold')
  expect(findCommand({ ...key, code: 'Digit2', key: '2', ctrlKey: true, altKey: true })?.id).toBe('heading2')
  expect(findCommand({ ...key, code: 'ArrowUp', key: 'ArrowUp', altKey: true })?.id).toBe('linesUp')
  expect(findCommand({ ...key, code: 'Tab', key: 'Tab', shiftKey: true })?.id).toBe('outdent')
  expect(findCommand({ ...key, code: 'KeyB', key: 'b', ctrlKey: true, shiftKey: true })).toBeUndefined()
  expect(findCommand({ ...key, code: 'KeyQ', key: 'ㅂ' })).toBeUndefined()
})

test('indents with Tab and outdents with Shift+Tab', () => {
  expect(applyEdit('- 물|', indent)).toBe('  - 물|')
  expect(applyEdit('1. 물|', indent)).toBe('   1. 물|')
  expect(applyEdit('가|나', indent)).toBe('가  |나')
  expect(applyEdit('가|나\n다|라', indent)).toBe('  가|나\n  다|라')
  expect(applyEdit('  - 물|', outdent)).toBe('- 물|')
  expect(applyEdit('|\t가', outdent)).toBe('|가')
  expect(applyEdit('- 물|', outdent)).toBeNull()
})

test('reverts Tab with Shift+Tab on whole lines', () => {
  const line = fc.constantFrom('- 하나', '  글', '2) 둘', '', '끝')
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 6 }), lines => {
      const text = lines.join('\n')
      const apply = (before: string, edit: Edit | null) =>
        edit ? applyToText({ text: before }, edit) : before
      const indented = apply(text, indent({ text, start: 0, end: text.length }))
      expect(apply(indented, outdent({ text: indented, start: 0, end: indented.length }))).toBe(text)
    }),
  )
})

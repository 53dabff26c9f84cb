import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markupOf } from '#client/markdown/testing/markup.ts'
import { commandOf } from './note.commands.ts'
import { applied, type Edit, type Written } from './note.edit.ts'
import { fence } from './note.fences.ts'
import {
  clearHead,
  continueLine,
  indent,
  moveLines,
  outdent,
  toggleItems,
  toggleQuote,
} from './note.lists.ts'
import { makeLink, toggleHeading, toggleMark, wrap } from './note.marks.ts'

/** A text with its selection between two bars, or its caret at one. */
function written(marked: string): Written {
  const start = marked.indexOf('|')
  const rest = marked.slice(0, start) + marked.slice(start + 1)
  const second = rest.indexOf('|')
  return second < 0 ? { text: rest, start, end: start } : { text: rest.replace('|', ''), start, end: second }
}

function after(marked: string, edit: (written: Written) => Edit | null): string | null {
  const before = written(marked)
  const done = edit(before)
  if (done === null) return null
  const text = before.text.slice(0, done.from) + done.insert + before.text.slice(done.to)
  const head = `${text.slice(0, done.start)}|`
  return done.start === done.end
    ? head + text.slice(done.start)
    : `${head}${text.slice(done.start, done.end)}|${text.slice(done.end)}`
}

test('bold and italic come and go, also within each other', () => {
  const bold = (marked: string) => after(marked, text => toggleMark(text, '**'))
  const italic = (marked: string) => after(marked, text => toggleMark(text, '*'))
  expect(bold('오늘 |회의|는')).toBe('오늘 **|회의|**는')
  expect(bold('오늘 **|회의|**는')).toBe('오늘 |회의|는')
  expect(bold('|회의 |는')).toBe('**|회의|** 는')
  expect(bold('|')).toBe('**|**')
  expect(italic('**|회의|**')).toBe('***|회의|***')
  expect(italic('***|회의|***')).toBe('**|회의|**')
  expect(bold('***|회의|***')).toBe('*|회의|*')
})

test('marks that are selected, too, come off', () => {
  const bold = (marked: string) => after(marked, text => toggleMark(text, '**'))
  const italic = (marked: string) => after(marked, text => toggleMark(text, '*'))
  expect(bold('오늘 |**회의**|는')).toBe('오늘 |회의|는')
  expect(bold('**|회의**|')).toBe('|회의|')
  expect(italic('|**회의**|')).toBe('***|회의|***')
  expect(bold('|**봄 *회의* 록**|')).toBe('|봄 *회의* 록|')
})

test('marks go around all that is selected, in place of such marks within, which would be drawn as stars', () => {
  const bold = (marked: string) => after(marked, text => toggleMark(text, '**'))
  const italic = (marked: string) => after(marked, text => toggleMark(text, '*'))
  expect(bold('|**봄** 회의 **록**|')).toBe('**|봄 회의 록|**')
  expect(bold('|**장소**: *시청*|')).toBe('**|장소: *시청*|**')
  expect(bold('|- **장소**: 시청\n- **시간**: 세 시|')).toBe('|- **장소: 시청**\n- **시간: 세 시**|')
  expect(bold('|- **장소: 시청**\n- **시간: 세 시**|')).toBe('|- 장소: 시청\n- 시간: 세 시|')
  expect(italic('|가**나**다|')).toBe('*|가**나**다|*')
  expect(italic('*|가**나**다|*')).toBe('|가**나**다|')
  expect(italic('|$a*b$와 $c*d$|')).toBe('*|$a*b$와 $c*d$|*')
  expect(bold('|`2**3`과 **`4**5`**, 2 ** 3, \\*\\*|')).toBe('**|`2**3`과 `4**5`, 2 ** 3, \\*\\*|**')
})

test('whatever is marked, its words are drawn as before', () => {
  const verbatim = ['`2**3`', '$a*b$', '[글](https://a.kr/*x*)']
  const pieces = fc.constantFrom('가', '나', ' ', '(', ')', ':', '**', '**', '*', '\\*', ...verbatim)
  const texts = fc.array(pieces, { maxLength: 9 }).map(found => `가${found.join('')}`.trim())
  // What stands as a star was no mark before; and of more than three nobody writes.
  const drawn = (text: string) => markupOf(text).replace(/<\/?(?:strong|em)>/g, '')
  const isOdd = (text: string) =>
    /\*{3}|``|\$\$/.test(text) ||
    drawn(text)
      .replace(/<code>.*?<\/code>|<a .*?>/g, '')
      .includes('*')
  fc.assert(
    fc.property(texts, fc.constantFrom('**', '*'), (text, mark) => {
      fc.pre(!isOdd(text))
      const once = toggleMark({ text, start: 0, end: text.length }, mark)
      const marked = applied({ text }, once)
      // Code that meets code is other code, as is a formula.
      fc.pre(!/``|\$\$/.test(marked))
      expect(drawn(marked)).toBe(drawn(text))
      const twice = toggleMark({ text: marked, start: once.start, end: once.end }, mark)
      expect(drawn(applied({ text: marked }, twice))).toBe(drawn(text))
    }),
    { numRuns: 500 },
  )
})

test('what a line begins with is not marked with its words', () => {
  const bold = (marked: string) => after(marked, text => toggleMark(text, '**'))
  expect(bold('|- [ ] 장보기|')).toBe('- [ ] **|장보기|**')
  expect(bold('- [ ] **|장보기|**')).toBe('- [ ] |장보기|')
  expect(bold('|- [ ] **장보기**|')).toBe('- [ ] |장보기|')
  expect(bold('봄 |- 여름|')).toBe('봄 **|- 여름|**')
})

test('over several lines each has marks of its own, behind what it begins with', () => {
  const bold = (marked: string) => after(marked, text => toggleMark(text, '**'))
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
])('lines that marks would spoil have none: %s', lines => {
  const [plain, marked] = [`글\n${lines}\n끝`, `**글**\n${lines}\n**끝**`]
  const bold = (text: string) => applied({ text }, toggleMark({ text, start: 0, end: text.length }, '**'))
  expect([bold(plain), bold(marked)]).toEqual([marked, plain])
})

test('a line of which only the end is selected has no marks either where they would spoil it', () => {
  const bold = (text: string, start: number) =>
    applied({ text }, toggleMark({ text, start, end: text.length }, '**'))
  expect(bold('| 가 | 나 |\n끝', 6)).toBe('| 가 | 나 |\n**끝**')
  expect(bold('---\n끝', 2)).toBe('---\n**끝**')
})

test('what looks like the beginning of code or a formula, and is none, has marks', () => {
  const bold = (marked: string) => after(marked, text => toggleMark(text, '**'))
  expect(bold('```봄```\n|가\n나|')).toBe('```봄```\n|**가**\n**나**|')
  expect(bold('$$ 값\n|가\n나|')).toBe('$$ 값\n|**가**\n**나**|')
})

test('code and formulas over several lines go as they came, and hold code', () => {
  const code = (marked: string) => after(marked, text => fence(text, '`', '```'))
  const formula = (marked: string) => after(marked, text => fence(text, '$', '$$'))
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

test('a link leaves selected what is missing', () => {
  expect(after('|글마루|를', makeLink)).toBe('[글마루](|https://|)를')
  expect(after('|글마루 |보기', makeLink)).toBe('[글마루](|https://|) 보기')
  expect(after('|https://example.com|', makeLink)).toBe('[|](https://example.com)')
})

test('Enter goes on with bullets, numbers and tasks, and an empty item ends the list', () => {
  expect(after('- 김밥|', continueLine)).toBe('- 김밥\n- |')
  expect(after('  9. 아홉|째', continueLine)).toBe('  9. 아홉\n  10. |째')
  expect(after('- [x] 했어요|', continueLine)).toBe('- [x] 했어요\n- [ ] |')
  expect(after('- 하나\n- |\n둘', continueLine)).toBe('- 하나\n\n|\n둘')
  expect(after('- [ ] |', continueLine)).toBe('|')
})

test('code ends with the signs that it began with', () => {
  expect(after('```\n~~~\n```\n- 하나|', continueLine)).toBe('```\n~~~\n```\n- 하나\n- |')
  for (const marked of ['````\n```\n- 코드|', '```\n```js\n- 코드|'])
    expect(after(marked, continueLine)).toBeNull()
})

test('elsewhere Enter is a line break', () => {
  for (const marked of ['그냥 글|', '|- 앞', '- |고른| 것', '```\n- 코드|', '-없음|', '1.없음|'])
    expect(after(marked, continueLine), marked).toBeNull()
})

test('Enter goes on with quotes, also around lists, and an empty line of one ends it', () => {
  expect(after('> 인용|', continueLine)).toBe('> 인용\n> |')
  expect(after('> - 하나|', continueLine)).toBe('> - 하나\n> - |')
  expect(after('> 인용\n> |', continueLine)).toBe('> 인용\n\n|')
  expect(after('> > 깊은\n> > |', continueLine)).toBe('> > 깊은\n>\n> |')
  expect(after('> - 하나\n> - |', continueLine)).toBe('> - 하나\n>\n> |')
})

test('what is written after a list or a quote was ended is drawn outside of it', () => {
  const begun = ['- 하나\n- |', '1. 하나\n2. |', '- [ ] 하나\n- [ ] |', '- 하나\n이어서\n- |', '> 인용\n> |']
  for (const marked of begun) {
    const left = after(marked, continueLine)?.replace('|', '바깥 문단') ?? ''
    expect(markupOf(left), marked).toMatch(/<\/(?:ul|ol|blockquote)><p>바깥 문단<\/p>$/)
  }
  const lessDeep = after('> > 깊은\n> > |', continueLine)?.replace('|', '덜 깊은') ?? ''
  expect(markupOf(lessDeep)).toMatch(/<\/blockquote><p>덜 깊은<\/p><\/blockquote>/)
})

test('no empty line is added where nothing is left', () => {
  expect(after('글\n- |', continueLine)).toBe('글\n|')
  expect(after('- 하나\n\n- |', continueLine)).toBe('- 하나\n\n|')
  expect(after('> 인용\n>\n> |', continueLine)).toBe('> 인용\n>\n|')
  expect(after('> 인용\n> - |', continueLine)).toBe('> 인용\n> |')
})

test('Backspace takes the whole beginning of an empty item away, and nothing else', () => {
  expect(after('- 하나\n- [ ] |', clearHead)).toBe('- 하나\n|')
  expect(after('  3. |\n둘', clearHead)).toBe('|\n둘')
  expect(after('> - [x] |', clearHead)).toBe('> |')
  expect(after('> 인용\n> |', clearHead)).toBe('> 인용\n|')
  for (const marked of ['- 하나|', '- |하나', '-| ', '글|', '|', '|- |', '```\n- |'])
    expect(after(marked, clearHead), marked).toBeNull()
})

test('Enter on an empty item leaves the inner list for the one around it', () => {
  expect(after('- 하나\n  - 둘\n  - |', continueLine)).toBe('- 하나\n  - 둘\n- |')
  expect(after('1. 하나\n   - 둘\n   - |', continueLine)).toBe('1. 하나\n   - 둘\n2. |')
  expect(after('1. 하나\n   - |\n2. 둘', continueLine)).toBe('1. 하나\n2. |\n3. 둘')
})

test('the numbers after a new, moved or indented item count on', () => {
  expect(after('1. 하나|\n2. 둘\n3. 셋', continueLine)).toBe('1. 하나\n2. |\n3. 둘\n4. 셋')
  expect(after('9) 아홉|\n   - 안\n10) 열', continueLine)).toBe('9) 아홉\n10) |\n   - 안\n11) 열')
  expect(after('1. 하나\n2. 둘|\n3. 셋', indent)).toBe('1. 하나\n   1. 둘|\n2. 셋')
  expect(after('1. 하나\n   1. 둘|\n2. 셋', outdent)).toBe('1. 하나\n2. 둘|\n3. 셋')
  expect(after('1. 하나\n2. |둘', text => moveLines(text, -1))).toBe('1. |둘\n2. 하나')
  expect(after('9. 아홉|\n10. 열', text => moveLines(text, 1))).toBe('9. 열\n10. 아홉|')
})

test('what does not count by one is no list to be mended', () => {
  expect(after('2024. 봄|\n2026. 가을', continueLine)).toBe('2024. 봄\n2025. |\n2026. 가을')
  expect(after('1. 하나|\n\n글\n\n2. 둘', continueLine)).toBe('1. 하나\n2. |\n\n글\n\n2. 둘')
  expect(after('2024. 봄|\n1998. 가을', text => moveLines(text, 1))).toBe('1998. 가을\n2024. 봄|')
})

test('lines move over each other, to the edge of the text', () => {
  expect(after('가\n나|\n다', text => moveLines(text, -1))).toBe('나|\n가\n다')
  expect(after('가|나\n다|라\n마', text => moveLines(text, 1))).toBe('마\n가|나\n다|라')
  expect(after('|가', text => moveLines(text, -1))).toBeNull()
  expect(after('가\n나|', text => moveLines(text, 1))).toBeNull()
})

test('headings, items and quotes come and go', () => {
  const heading = (marked: string, level: 1 | 2 | 3) => after(marked, text => toggleHeading(text, level))
  expect(heading('봄|', 2)).toBe('## 봄|')
  expect(heading('# 봄|', 2)).toBe('## 봄|')
  expect(heading('## 봄|', 2)).toBe('봄|')
  expect(heading('  - [x] 봄|', 2)).toBe('## 봄|')
  expect(heading('1. 봄|', 2)).toBe('## 1. 봄|')
  expect(after('|가\n나|', text => toggleItems(text, 'bullet'))).toBe('- |가\n- 나|')
  expect(after('- |가\n- 나|', text => toggleItems(text, 'task'))).toBe('- [ ] |가\n- [ ] 나|')
  expect(after('- [x] 가|', text => toggleItems(text, 'task'))).toBe('가|')
  expect(after('|', text => toggleItems(text, 'task'))).toBe('- [ ] |')
  expect(after('1. |가\n2. 나|', text => toggleItems(text, 'bullet'))).toBe('- |가\n- 나|')
  expect(after('- |가\n\n- 나|', text => toggleItems(text, 'bullet'))).toBe('|가\n\n나|')
  expect(heading('|가\n\n나|', 2)).toBe('## |가\n\n## 나|')
  expect(after('|가\n나|', toggleQuote)).toBe('> |가\n> 나|')
  expect(after('> 가|', toggleQuote)).toBe('가|')
})

test('a sign typed over a selection stands around it', () => {
  expect(after('오늘 |회의|', text => wrap(text, '*'))).toBe('오늘 *|회의|*')
  expect(after('|회의|', text => wrap(text, '('))).toBe('(|회의|)')
  expect(after('회의|', text => wrap(text, '*'))).toBeNull()
  expect(after('|회의|', text => wrap(text, '가'))).toBeNull()
  expect(after('|코드|', text => fence(text, '`', '```'))).toBe('`|코드|`')
  expect(after('`|코드|`', text => fence(text, '`', '```'))).toBe('|코드|')
  expect(after('$|x|$', text => fence(text, '$', '$$'))).toBe('|x|')
  // Between two lines of signs it is a formula of its own; what is empty is begun.
  expect(after('$$|x|$$', text => fence(text, '$', '$$'))).toBe('$$$|x|$$$')
  expect(after('`|`', text => fence(text, '`', '```'))).toBe('``|``')
  expect(after('글\n|가\n나|', text => fence(text, '`', '```'))).toBe('글\n```\n|가\n나|\n```')
  // What closes it stands in a line of its own, wherever the selection begins and ends.
  expect(after('가 |나\n다| 라\n마', text => fence(text, '`', '```'))).toBe('```\n|가 나\n다 라|\n```\n마')
  expect(after('|가\n나\n|다', text => fence(text, '$', '$$'))).toBe('$$\n|가\n나|\n$$\n다')
})

test('keys are known by their place, so that a Hangul keyboard has them, too', () => {
  const key = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  expect(commandOf({ ...key, code: 'KeyB', key: 'ㅠ', ctrlKey: true })?.id).toBe('bold')
  expect(commandOf({ ...key, code: 'KeyB', key: 'b', metaKey: true })?.id).toBe('bold')
  expect(commandOf({ ...key, code: 'Digit2', key: '2', ctrlKey: true, altKey: true })?.id).toBe('heading2')
  expect(commandOf({ ...key, code: 'ArrowUp', key: 'ArrowUp', altKey: true })?.id).toBe('linesUp')
  expect(commandOf({ ...key, code: 'Tab', key: 'Tab', shiftKey: true })?.id).toBe('outdent')
  expect(commandOf({ ...key, code: 'KeyB', key: 'b', ctrlKey: true, shiftKey: true })).toBeUndefined()
  expect(commandOf({ ...key, code: 'KeyQ', key: 'ㅂ' })).toBeUndefined()
})

test('Tab moves items and lines, Shift+Tab moves them back', () => {
  expect(after('- 물|', indent)).toBe('  - 물|')
  expect(after('1. 물|', indent)).toBe('   1. 물|')
  expect(after('가|나', indent)).toBe('가  |나')
  expect(after('가|나\n다|라', indent)).toBe('  가|나\n  다|라')
  expect(after('  - 물|', outdent)).toBe('- 물|')
  expect(after('|\t가', outdent)).toBe('|가')
  expect(after('- 물|', outdent)).toBeNull()
})

test('Shift+Tab undoes Tab on whole lines', () => {
  const line = fc.constantFrom('- 하나', '  글', '2) 둘', '', '끝')
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 6 }), lines => {
      const text = lines.join('\n')
      const apply = (before: string, edit: Edit | null) =>
        edit === null ? before : before.slice(0, edit.from) + edit.insert + before.slice(edit.to)
      const indented = apply(text, indent({ text, start: 0, end: text.length }))
      expect(apply(indented, outdent({ text: indented, start: 0, end: indented.length }))).toBe(text)
    }),
  )
})

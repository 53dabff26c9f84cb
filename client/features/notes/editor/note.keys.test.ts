import fc from 'fast-check'
import { expect, test } from 'vitest'
import { continueList, type Edit, indent, makeLink, outdent, toggleMark, type Written } from './note.keys.ts'

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

test('a link leaves selected what is missing', () => {
  expect(after('|글마루|를', makeLink)).toBe('[글마루](|https://|)를')
  expect(after('|https://example.com|', makeLink)).toBe('[|](https://example.com)')
})

test('Enter goes on with bullets, numbers and tasks, and an empty item ends the list', () => {
  expect(after('- 김밥|', continueList)).toBe('- 김밥\n- |')
  expect(after('  9. 아홉|째', continueList)).toBe('  9. 아홉\n  10. |째')
  expect(after('- [x] 했어요|', continueList)).toBe('- [x] 했어요\n- [ ] |')
  expect(after('- 하나\n- |\n둘', continueList)).toBe('- 하나\n|\n둘')
  expect(after('- [ ] |', continueList)).toBe('|')
})

test('elsewhere Enter is a line break', () => {
  for (const marked of ['그냥 글|', '|- 앞', '- |고른| 것', '```\n- 코드|', '-없음|', '1.없음|'])
    expect(after(marked, continueList), marked).toBeNull()
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

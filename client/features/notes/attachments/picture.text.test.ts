import { expect, test } from 'vitest'
import { applyToText } from '#client/features/notes/editor/commands/note.edit.ts'
import { uploadAddress } from '#protocol/pictureAddress.ts'
import {
  caretAfterSelection,
  insertPictures,
  removePicture,
  removePictures,
  replaceAddress,
  replaceKey,
} from './picture.text.ts'

const KEY = '01234567-89ab-4cde-8f01-23456789abcd'
const OTHER = '11234567-89ab-4cde-8f01-23456789abcd'
const ADDRESS = `/pictures/${'a'.repeat(32)}#16x9`
const going = (key = KEY) => `![그림 설명](${uploadAddress(key)})`

/** `|` marks the caret or the ends of the selection. */
function at(marked: string) {
  const start = marked.indexOf('|')
  const end = marked.lastIndexOf('|')
  return { text: marked.replaceAll('|', ''), start, end: end === start ? start : end - 1 }
}

test.each([
  ['|', going()],
  ['앞\n|', `앞\n${going()}`],
  ['앞|', `앞\n\n${going()}`],
  ['앞|뒤', `앞\n\n${going()}\n\n뒤`],
  ['앞|고른 글|뒤', `앞\n\n${going()}\n\n뒤`],
])('inserts a picture into %j as a paragraph and selects its description', (marked, expected) => {
  const written = at(marked)
  const edit = insertPictures(written, [KEY], '그림 설명')
  expect(applyToText(written, edit)).toBe(expected)
  expect(applyToText(written, edit).slice(edit.start, edit.end)).toBe('그림 설명')
})

test.each([`앞\n![|그림 설명|](${ADDRESS})`, `앞\n![그|](${ADDRESS})`, `앞\n![그림](/pictu|res/a#1x2)`])(
  'inserts a picture below the picture whose description has the caret: %j',
  marked => {
    const written = at(marked)
    const edit = insertPictures(written, [KEY], '그림 설명')
    expect(applyToText(written, edit)).toBe(`${written.text}\n\n${going()}`)
    expect(applyToText(written, edit).slice(edit.start)).toBe(`그림 설명](${uploadAddress(KEY)})`)
  },
)

test.each([
  ['앞 |고른 글| 뒤', '앞 고른 글| 뒤'],
  [`앞\n![|그림 설명|](${ADDRESS})\n뒤`, `앞\n![그림 설명](${ADDRESS})|\n뒤`],
])('places dropped content after the selection and outside descriptions: %j', (marked, expected) => {
  expect(caretAfterSelection(at(marked))).toEqual(at(expected))
})

test('places the caret after several pictures', () => {
  const written = at('앞|')
  const edit = insertPictures(written, [KEY, OTHER], '그림 설명')
  const text = `앞\n\n${going()}\n\n${going(OTHER)}`
  expect(applyToText(written, edit)).toBe(text)
  expect([edit.start, edit.end]).toEqual([text.length, text.length])
})

test.each([
  [`|앞|\n${going()}\n뒤`, '앞'],
  [`앞\n![|그림 설명|](${uploadAddress(KEY)})\n뒤`, '그림 설명'],
  [`앞\n${going()}\n|뒤|`, '뒤'],
])('keeps the selection when a URL changes: %j', (marked, selected) => {
  const written = at(marked)
  const edit = replaceAddress(written, uploadAddress(KEY), ADDRESS)
  expect(edit && applyToText(written, edit)).toBe(`앞\n![그림 설명](${ADDRESS})\n뒤`)
  expect(edit && applyToText(written, edit).slice(edit.start, edit.end)).toBe(selected)
})

test('changes nothing if the text does not contain the picture', () => {
  expect(replaceAddress(at('앞|'), uploadAddress(KEY), ADDRESS)).toBeNull()
  expect(removePicture(at('앞|'), KEY)).toBeNull()
  expect(removePictures('앞', KEY)).toBe('앞')
})

test.each([
  [`앞\n\n${going()}\n\n뒤`, '앞\n\n뒤'],
  [`앞\n\n${going()}`, '앞\n\n'],
  [`앞 ${going()} 뒤`, '앞  뒤'],
  [`- [ ] ${going()}\n뒤`, '- [ ] \n뒤'],
])('removes a picture without leaving an empty line: %j', (text, expected) => {
  const written = { text, start: text.length, end: text.length }
  const edit = removePicture(written, KEY)
  expect(edit && applyToText(written, edit)).toBe(expected)
  expect(edit?.start).toBe(expected.length)
  expect(removePictures(text, KEY)).toBe(expected)
})

test('replaces and removes all occurrences', () => {
  const text = `${going()} ${going(OTHER)} ${going()}`
  const uploaded = `![그림 설명](${ADDRESS})`
  expect(replaceKey(text, KEY, ADDRESS)).toBe(`${uploaded} ${going(OTHER)} ${uploaded}`)
  expect(removePictures(text, KEY)).toBe(` ${going(OTHER)} `)
})

import { expect, test } from 'vitest'
import { applied } from '#client/features/notes/editor/commands/note.edit.ts'
import { uploadAddress } from '#protocol/pictureAddress.ts'
import {
  behindSelected,
  insertPictures,
  removePicture,
  replaceAddress,
  withAddress,
  without,
} from './picture.text.ts'

const KEY = '01234567-89ab-4cde-8f01-23456789abcd'
const OTHER = '11234567-89ab-4cde-8f01-23456789abcd'
const ADDRESS = `/pictures/${'a'.repeat(32)}#16x9`
const going = (key = KEY) => `![그림 설명](${uploadAddress(key)})`

/** The caret or the selection is where `|` stands. */
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
])('a picture put into %j has a line of its own, and its description is selected', (marked, expected) => {
  const written = at(marked)
  const edit = insertPictures(written, [KEY], '그림 설명')
  expect(applied(written, edit)).toBe(expected)
  expect(applied(written, edit).slice(edit.start, edit.end)).toBe('그림 설명')
})

test.each([`앞\n![|그림 설명|](${ADDRESS})`, `앞\n![그|](${ADDRESS})`, `앞\n![그림](/pictu|res/a#1x2)`])(
  'a picture put into the description of another one stands below that: %j',
  marked => {
    const written = at(marked)
    const edit = insertPictures(written, [KEY], '그림 설명')
    expect(applied(written, edit)).toBe(`${written.text}\n\n${going()}`)
    expect(applied(written, edit).slice(edit.start)).toBe(`그림 설명](${uploadAddress(KEY)})`)
  },
)

test.each([
  ['앞 |고른 글| 뒤', '앞 고른 글| 뒤'],
  [`앞\n![|그림 설명|](${ADDRESS})\n뒤`, `앞\n![그림 설명](${ADDRESS})|\n뒤`],
])('what is dropped takes nothing away, and stands in no description: %j', (marked, expected) => {
  expect(behindSelected(at(marked))).toEqual(at(expected))
})

test('behind several the caret goes on', () => {
  const written = at('앞|')
  const edit = insertPictures(written, [KEY, OTHER], '그림 설명')
  expect(applied(written, edit)).toBe(`앞\n\n${going()}\n\n${going(OTHER)}`)
  expect([edit.start, edit.end]).toEqual([applied(written, edit).length, applied(written, edit).length])
})

test.each([
  [`|앞|\n${going()}\n뒤`, '앞'],
  [`앞\n![|그림 설명|](${uploadAddress(KEY)})\n뒤`, '그림 설명'],
  [`앞\n${going()}\n|뒤|`, '뒤'],
])('an address that changes leaves selected what was selected: %j', (marked, selected) => {
  const written = at(marked)
  const edit = replaceAddress(written, uploadAddress(KEY), ADDRESS)
  expect(edit && applied(written, edit)).toBe(`앞\n![그림 설명](${ADDRESS})\n뒤`)
  expect(edit && applied(written, edit).slice(edit.start, edit.end)).toBe(selected)
})

test('what stands nowhere is neither changed nor taken out', () => {
  expect(replaceAddress(at('앞|'), uploadAddress(KEY), ADDRESS)).toBeNull()
  expect(removePicture(at('앞|'), KEY)).toBeNull()
  expect(without('앞', KEY)).toBe('앞')
})

test.each([
  [`앞\n\n${going()}\n\n뒤`, '앞\n\n뒤'],
  [`앞\n\n${going()}`, '앞\n\n'],
  [`앞 ${going()} 뒤`, '앞  뒤'],
  [`- [ ] ${going()}\n뒤`, '- [ ] \n뒤'],
])('taken out it leaves no empty line behind: %j', (text, expected) => {
  const written = { text, start: text.length, end: text.length }
  const edit = removePicture(written, KEY)
  expect(edit && applied(written, edit)).toBe(expected)
  expect(edit?.start).toBe(expected.length)
  expect(without(text, KEY)).toBe(expected)
})

test('everywhere in a text at once', () => {
  const text = `${going()} ${going(OTHER)} ${going()}`
  expect(withAddress(text, KEY, ADDRESS)).toBe(
    `![그림 설명](${ADDRESS}) ${going(OTHER)} ![그림 설명](${ADDRESS})`,
  )
  expect(without(text, KEY)).toBe(` ${going(OTHER)} `)
})

import { expect, test } from 'vitest'
import { uploadAddress } from '#protocol/pictureAddress.ts'
import { addressLeft, linkPictures, shelfOf } from './import.pictures.ts'

const KEY = '00000000-0000-8000-8000-000000000000'
const OURS = '0123456789abcdef0123456789abcdef'
const UP = uploadAddress(KEY)

/** What becomes of a text in `회의/` beside one picture, which the shelf knows under a composed name. */
function link(text: string, path = '회의/그림/꽃 한 송이 (1).png'): string {
  const shelf = shelfOf([{ key: KEY, path: path.split('/') }])
  return linkPictures(text, ['회의'], shelf, () => undefined)
}

test.each([
  ['a way with blanks in angle brackets', '<그림/꽃 한 송이 (1).png>'],
  ['percent signs', encodeURI('그림/꽃 한 송이 (1).png')],
  ['blanks and brackets as they are', '그림/꽃 한 송이 (1).png'],
  ['a name taken apart, as macOS writes it', '그림/꽃 한 송이 (1).png'.normalize('NFD')],
  ['the same, with percent signs', encodeURIComponent('그림/꽃 한 송이 (1).png'.normalize('NFD'))],
  ['a way up and down again', './../회의/그림/꽃%20한%20송이%20(1).png'],
  ['from the root of the archive', '/회의/그림/꽃 한 송이 (1).png'],
  ['the same without saying so', '회의/그림/꽃 한 송이 (1).png'],
  ['with a backslash, as Windows writes it', '그림\\꽃 한 송이 (1).png'],
  ['a title behind it', '<그림/꽃 한 송이 (1).png> "봄"'],
  ['other letters of the same case', '그림/꽃 한 송이 (1).PNG'],
  ['a fragment', '그림/꽃 한 송이 (1).png#right'],
])('%s', (_, address) => {
  expect(link(`앞 ![꽃](${address}) 뒤`)).toBe(`앞 ![꽃](${UP}) 뒤`)
})

test('several in a line, within links, and as other programs name them', () => {
  expect(link('[![a](그림/꽃.png)](https://a.example) ![b](그림/꽃.png)', '회의/그림/꽃.png')).toBe(
    `[![a](${UP})](https://a.example) ![b](${UP})`,
  )
  expect(link('![[꽃.png]] ![[어딘가/꽃.png|300]]', '먼 곳/꽃.png')).toBe(`![](${UP}) ![](${UP})`)
  expect(link(`![a](/pictures/${OURS}#80x60)`, `그림/${OURS}.webp`)).toBe(`![a](${UP})`)
})

test('what is elsewhere, in code, unknown or not closed stays as it is', () => {
  const texts = [
    '![a](https://a.example/꽃.png)',
    '![a](//a.example/꽃.png)',
    '`![a](꽃.png)` 그리고 ``![a](꽃.png)``',
    '```\n![a](꽃.png)\n```',
    '~~~md\n```\n![a](꽃.png)\n~~~',
    '![a](없는.png) ![a](../../꽃.png.txt)',
    '![a](꽃.png',
    '![[없는.png]]',
    '[a](꽃.png)',
    '![a]()',
  ]
  for (const text of texts) expect(link(text, '회의/꽃.png')).toBe(text)
})

test('of two that have one name neither is meant by the name alone', () => {
  const shelf = shelfOf([
    { key: KEY, path: ['가', '꽃.png'] },
    { key: KEY.replace('8', '9'), path: ['나', '꽃.png'] },
  ])
  expect(linkPictures('![[꽃.png]] ![](가/꽃.png)', [], shelf, () => undefined)).toBe(
    `![[꽃.png]] ![](${UP})`,
  )
})

test('what is left of a picture that stays behind is no longer than what stood there', () => {
  const picture = { key: KEY, path: ['그림', `${'긴'.repeat(60)}.png`] }
  expect(addressLeft(picture, '그림/꽃.png')).toBe('그림/꽃.png')
  expect(addressLeft(picture, encodeURI(picture.path.join('/')))).toBe('긴'.repeat(UP.length))
})

test('a line of very much code is read as well', () => {
  const code = '`a`'.repeat(170_000)
  expect(link(`${code}![a](꽃.png)`, '회의/꽃.png')).toBe(`${code}![a](${UP})`)
})

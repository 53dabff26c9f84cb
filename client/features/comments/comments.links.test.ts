import { expect, test } from 'vitest'
import { splitIntoSegments } from './comments.links.ts'

test('splits a text into links and the text between them', () => {
  expect(splitIntoSegments('잘 읽었어요\n또 올게요')).toEqual([{ text: '잘 읽었어요\n또 올게요' }])
  expect(splitIntoSegments('여기 https://a.com/b?c=1#d 봐요')).toEqual([
    { text: '여기 ' },
    { text: 'https://a.com/b?c=1#d', address: 'https://a.com/b?c=1#d' },
    { text: ' 봐요' },
  ])
  const text = '(https://a.com), <https://b.com>https://!'
  const segments = splitIntoSegments(text)
  expect(segments.map(segment => segment.text).join('')).toBe(text)
})

test.each([
  [
    'without particles and punctuation after it',
    'https://a.com/b에서 보고, http://b.kr. (https://c.com)!',
    ['https://a.com/b', 'http://b.kr', 'https://c.com'],
  ],
  [
    'with brackets that belong to it',
    'https://ko.wikipedia.org/wiki/A_(B)',
    ['https://ko.wikipedia.org/wiki/A_(B)'],
  ],
  [
    'up to its closing bracket',
    'https://a.kr/서울_(동음이의)에서, https://a.kr(공식)',
    ['https://a.kr/서울_(동음이의)', 'https://a.kr'],
  ],
  [
    'with Hangul inside',
    'https://ko.wikipedia.org/wiki/대한민국, 읽어 봐요',
    ['https://ko.wikipedia.org/wiki/대한민국'],
  ],
  [
    'of www. and e-mail, as notes do',
    'www.a.kr/b에서 보고 (a@b.kr)로, https://c.kr/?m=d@e.kr 로',
    ['https://www.a.kr/b', 'mailto:a@b.kr', 'https://c.kr/?m=d@e.kr'],
  ],
  [
    'of no other kind',
    'javascript:alert(1) data:text/html,x mailto:a@b https:// ftp://a.b www. a.kr notes.md @a.kr',
    [],
  ],
])('links an address %s', (_, text, addresses) => {
  expect(splitIntoSegments(text).flatMap(({ address }) => address ?? [])).toEqual(addresses)
})

import { expect, test } from 'vitest'
import { splitIntoSegments } from './comments.links.ts'

const addressesIn = (text: string) => splitIntoSegments(text).flatMap(({ address }) => address ?? [])

test('returns text without an address as one segment', () => {
  expect(splitIntoSegments('잘 읽었어요\n또 올게요')).toEqual([{ text: '잘 읽었어요\n또 올게요' }])
})

test('turns an address into a link between text segments', () => {
  expect(splitIntoSegments('여기 https://a.com/b?c=1#d 봐요')).toEqual([
    { text: '여기 ' },
    { text: 'https://a.com/b?c=1#d', address: 'https://a.com/b?c=1#d' },
    { text: ' 봐요' },
  ])
})

test('excludes particles and punctuation after an address', () => {
  expect(addressesIn('https://a.com/b에서 보고, http://b.kr. (https://c.com)!')).toEqual([
    'https://a.com/b',
    'http://b.kr',
    'https://c.com',
  ])
  expect(addressesIn('https://ko.wikipedia.org/wiki/A_(B)')).toEqual(['https://ko.wikipedia.org/wiki/A_(B)'])
})

test('includes Hangul inside an address', () => {
  expect(addressesIn('https://ko.wikipedia.org/wiki/대한민국, 읽어 봐요')).toEqual([
    'https://ko.wikipedia.org/wiki/대한민국',
  ])
})

test('links nothing else', () => {
  expect(
    addressesIn(
      'javascript:alert(1) data:text/html,x mailto:a@b https:// ftp://a.b www. a.kr notes.md @a.kr',
    ),
  ).toEqual([])
})

test('links www. and e-mail addresses as notes do', () => {
  expect(addressesIn('www.a.kr/b에서 보고 (a@b.kr)로, https://c.kr/?m=d@e.kr 로')).toEqual([
    'https://www.a.kr/b',
    'mailto:a@b.kr',
    'https://c.kr/?m=d@e.kr',
  ])
})

test('ends an address at its closing bracket', () => {
  expect(addressesIn('https://a.kr/서울_(동음이의)에서, https://a.kr(공식)')).toEqual([
    'https://a.kr/서울_(동음이의)',
    'https://a.kr',
  ])
})

test('keeps the whole text across segments', () => {
  const text = '(https://a.com), <https://b.com>https://!'
  expect(
    splitIntoSegments(text)
      .map(piece => piece.text)
      .join(''),
  ).toBe(text)
})

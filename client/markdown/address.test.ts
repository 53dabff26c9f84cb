import { afterEach, describe, expect, test, vi } from 'vitest'
import { screenPathOf } from './address.screens.ts'
import { markupOf } from './testing/markup.ts'

function linksIn(written: string): [address: string, text: string][] {
  return [...markupOf(written).matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href = '', text = '']) => [href, text],
  )
}

describe('bare addresses', () => {
  test.each([
    ['https://geulmaru.kr에서 봐요', 'https://geulmaru.kr'],
    ['https://geulmaru.kr/에서', 'https://geulmaru.kr/'],
    ['https://a.kr/b?c=1&d=2을', 'https://a.kr/b?c=1&d=2'],
    ['여기https://a.kr', 'https://a.kr'],
    ['(https://a.kr)', 'https://a.kr'],
    ['(https://a.kr/b_(c))', 'https://a.kr/b_(c)'],
    ['「https://a.kr」', 'https://a.kr'],
    ['https://a.kr, 그리고', 'https://a.kr'],
    ['https://a.kr. 끝', 'https://a.kr'],
    ['https://a.kr/b_c_d', 'https://a.kr/b_c_d'],
    ['https://a.kr/(1)->', 'https://a.kr/(1)-'],
    ['**https://a.kr**입니다', 'https://a.kr'],
    ['https://ko.wikipedia.org/wiki/대한민국', 'https://ko.wikipedia.org/wiki/대한민국'],
    ['https://a.kr/%EA%B0%80', 'https://a.kr/가'],
    ['http://localhost:3000/a', 'http://localhost:3000/a'],
    ['HTTPS://A.KR', 'HTTPS://A.KR'],
    ['www.naver.com을', 'www.naver.com'],
    ['some_body.x@naver.com으로', 'some_body.x@naver.com'],
    // Only paired brackets belong to an address; text after them does not.
    ['https://ko.wikipedia.org/wiki/서울_(동음이의)에서', 'https://ko.wikipedia.org/wiki/서울_(동음이의)'],
    ['https://a.kr/b_(c_(d))를', 'https://a.kr/b_(c_(d))'],
    ['https://a.kr/b_(c)_d', 'https://a.kr/b_(c)_d'],
    ['https://a.kr/?a[]=1&b[c]=2는', 'https://a.kr/?a[]=1&b[c]=2'],
    ['https://a.kr(공식)에서', 'https://a.kr'],
    ['https://a.kr/b(공식 저장소)를', 'https://a.kr/b'],
    ['https://a.kr/b(c', 'https://a.kr/b'],
    ['[https://a.kr/b]', 'https://a.kr/b'],
    ['(https://a.kr/[b)', 'https://a.kr/'],
    ['「https://a.kr/나라」에서', 'https://a.kr/나라'],
    // Hangul after a letter or digit is the sentence, unless this part of the path contains Hangul before it or continues after it.
    ['https://a.kr/b로', 'https://a.kr/b'],
    ['https://a.kr/b참고하세요', 'https://a.kr/b'],
    ['https://a.krㅋㅋㅋ', 'https://a.kr'],
    ['https://a.kr:8080에서', 'https://a.kr:8080'],
    ['https://a.kr/%EB%82%98에서', 'https://a.kr/나'],
    ['https://a.kr/b/를', 'https://a.kr/b/'],
    ['https://a.kr/나라', 'https://a.kr/나라'],
    ['https://a.kr/나라에서', 'https://a.kr/나라에서'],
    ['https://a.kr/제3공화국', 'https://a.kr/제3공화국'],
    ['https://a.kr/나라3에서', 'https://a.kr/나라3'],
    ['https://a.kr/2002년_월드컵', 'https://a.kr/2002년_월드컵'],
    ['https://a.kr/search?q=나라&b=1을', 'https://a.kr/search?q=나라&b=1'],
    ['https://a.kr/b#나라', 'https://a.kr/b#나라'],
    ['https://한글.한국에서', 'https://한글.한국'],
    ['https://한글.com에서', 'https://한글.com'],
    ['https://www.한글.kr에서', 'https://www.한글.kr'],
    ['https://a.한국을', 'https://a.한국'],
    // Punctuation, quotation marks, invisible characters and emoji.
    ["'https://a.kr/b'에서", 'https://a.kr/b'],
    ['“https://a.kr/b”에서', 'https://a.kr/b'],
    ['https://a.kr/b,그리고', 'https://a.kr/b'],
    ['https://a.kr.그리고', 'https://a.kr'],
    ['https://a.kr/b.그리고', 'https://a.kr/b'],
    ['https://a.kr/b。', 'https://a.kr/b'],
    ['https://a.kr/b... 그리고', 'https://a.kr/b'],
    ['https://a.kr/b—', 'https://a.kr/b'],
    ['https://a.kr/b\u200b에서', 'https://a.kr/b'],
    ['https://a.kr/b\u202egpj', 'https://a.kr/b'],
    ['https://a.kr/b👍', 'https://a.kr/b'],
    ['<https://a.kr/나라>에서', 'https://a.kr/나라'],
    ['www.a.kr(공식)', 'www.a.kr'],
    ['www.a.kr/b_(나)에서', 'www.a.kr/b_(나)'],
    ['(a@b.kr)로', 'a@b.kr'],
    ['<a@b.kr>입니다', 'a@b.kr'],
  ])('%s', (written, shown) => {
    const shownAddresses = linksIn(written).map(([, text]) => text.replaceAll('&amp;', '&'))
    expect(shownAddresses).toEqual([shown])
  })

  test.each([
    'notes.md',
    'a.kr',
    'ftp://a.kr',
    'javascript://a.kr',
    'xhttps://a.kr',
    'https://',
    'https://.',
    'https://-a.kr',
    'https:///a.kr',
    'www.',
    'a@b',
    '@a.kr',
  ])('%s is not an address', written => expect(linksIn(written)).toEqual([]))

  test('are not linked again inside links and code', () => {
    expect(linksIn('[https://a.kr www.b.kr](https://c.kr)')).toEqual([
      ['https://c.kr', 'https://a.kr www.b.kr'],
    ])
    expect(linksIn('`https://a.kr`')).toEqual([])
  })

  test('link www. by https and mail addresses by mailto', () => {
    expect(linksIn('www.a.kr a@b.kr [글](www.c.kr)').map(([address]) => address)).toEqual([
      'https://www.a.kr',
      'mailto:a@b.kr',
      'https://www.c.kr',
    ])
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('written links', () => {
  test('open a new tab without opener and referrer', () => {
    expect(markupOf('[글](https://a.kr "이름")')).toBe(
      '<p><a href="https://a.kr" title="이름" target="_blank" rel="noopener noreferrer nofollow">글</a></p>',
    )
  })

  test('within the site open in the same tab, which holds the session', () => {
    vi.stubGlobal('location', { origin: 'https://geulmaru.test' })
    expect(markupOf('[글](https://geulmaru.test/note?no=1)')).toBe(
      '<p><a href="https://geulmaru.test/note?no=1">글</a></p>',
    )
    expect(markupOf('[글](https://geulmaru.test.evil.kr)')).toContain('target="_blank"')
  })

  test.each(['/note?no=12', '/discussion?hub=3', '/agora', '/lookaround/note?no=1', '/', '/note?no=1#h-가'])(
    'to the screen %s open in the same tab',
    address => expect(linksIn(`[글](${address})`)).toEqual([[encodeURI(address), '글']]),
  )

  test('the path of a screen is normalized as in a browser', () => {
    vi.stubGlobal('location', { origin: 'https://geulmaru.test' })
    expect(screenPathOf('https://geulmaru.test/note?no=12#h-a')).toBe('/note?no=12#h-a')
    expect(screenPathOf('HTTPS://GEULMARU.TEST:443/x/../note?no=1')).toBe('/note?no=1')
    expect(screenPathOf('/NOTE/?no=1')).toBe('/NOTE/?no=1')
    for (const address of [
      'http://geulmaru.test/note',
      'https://geulmaru.test:8443/note',
      'https://me@geulmaru.test/note',
      'https://geulmaru.test.evil.kr/note',
      'https://geulmaru.test/api/openapi.json',
      'https://geulmaru.test//evil.kr/note',
      '/\\evil.kr/note',
      '/note%2f..%2fapi',
      '//evil.kr/note',
      'note',
      'mailto:a@b.kr',
      '',
    ])
      expect(screenPathOf(address)).toBe(null)
  })

  test('support reference definitions', () => {
    expect(linksIn('[글][1]\n\n[1]: https://a.kr')).toEqual([['https://a.kr', '글']])
  })

  test('to mail and telephone open in the same tab', () => {
    expect(markupOf('[글](mailto:a@b.kr) [전화](tel:+82-2-123-4567)')).toBe(
      '<p><a href="mailto:a@b.kr">글</a> <a href="tel:+82-2-123-4567">전화</a></p>',
    )
  })

  test.each([
    'note',
    './other.md',
    '#a',
    '#',
    '?a',
    '/api/note?no=1',
    '/notes',
    '/note/../api/me',
    '/pictures/a',
    '/./note//a',
    '///a.kr/note',
    '//geulmaru.test/note?no=1',
    '//a.kr',
    'ftp://a.kr',
    'javascript:a',
    'data:text/html,a',
    'naver.com',
  ])('to %s stay plain text', address => expect(markupOf(`[글](${address})`)).toBe(`<p>[글](${address})</p>`))
})

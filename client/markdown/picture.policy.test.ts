import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pictureOrigin, readableHost } from './picture.policy.ts'

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://geulmaru.test' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('our own pictures are told from those of other sites by their origin', () => {
  expect(pictureOrigin('https://geulmaru.test/pictures/a')).toEqual({
    kind: 'own',
    address: 'https://geulmaru.test/pictures/a',
  })
  for (const address of [
    'https://geulmaru.test.evil.kr/a',
    'https://a.geulmaru.test/a',
    'https://geulmaru.test:8443/a',
  ])
    expect(pictureOrigin(address).kind, address).toBe('foreign')
  expect(pictureOrigin('http://geulmaru.test/a').kind).toBe('refused')
})

test('a server that is tried out without encryption shows its own pictures, too', () => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:3000' })
  expect(pictureOrigin('http://127.0.0.1:3000/pictures/a').kind).toBe('own')
  expect(pictureOrigin('http://127.0.0.1:3001/pictures/a').kind).toBe('refused')
})

describe('the host that is named is the one that is asked', () => {
  test.each([
    ['https://a.kr/b.png', 'a.kr'],
    ['https://A.KR/b.png', 'a.kr'],
    ['https://a.kr:443/b.png', 'a.kr'],
    ['https://a.kr:8443/b.png', 'a.kr:8443'],
    ['https://geulmaru.test@evil.kr/b.png', 'evil.kr'],
    ['https://geulmaru.test:secret@evil.kr/b.png', 'evil.kr'],
    ['https://evil.kr?https://geulmaru.test/', 'evil.kr'],
    ['https://evil.kr#@geulmaru.test/', 'evil.kr'],
    ['https://evil.kr\\@geulmaru.test/', 'evil.kr'],
    ['https://evil\uff0ekr/b.png', 'evil.kr'],
    ['https://geul\u00admaru.kr/b.png', 'geulmaru.kr'],
  ])('%s', (written, host) => {
    const origin = pictureOrigin(written)
    expect(origin).toMatchObject({ kind: 'foreign', host })
    expect(origin.kind === 'foreign' && new URL(origin.address).host).toBe(host)
  })
})

test('it is so however many were looked at before', () => {
  for (let looks = 0; looks < 20_000; looks += 1) pictureOrigin('https://a.kr/b.png')
  expect(pictureOrigin('https://geul\u00admaru.kr/b.png')).toMatchObject({ host: 'geulmaru.kr' })
})

test('a name and a password in an address are handed to nobody', () => {
  expect(pictureOrigin('https://me:secret@evil.kr/b.png')).toMatchObject({ address: 'https://evil.kr/b.png' })
})

describe('machines that are no public site are not asked', () => {
  test.each([
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://0177.0.0.1/a',
    'https://127.0.0.1./a',
    'https://192.168.0.1/a',
    'https://10.0.0.1:8443/a',
    'https://8.8.8.8/a',
    'https://①②⑦.0.0.1/a',
    'https://[::1]/a',
    'https://[::ffff:192.168.0.1]/a',
    'https://[fe80::1]/a',
    'https://localhost/a',
    'https://LOCALHOST:3000/a',
    'https://localhost./a',
    'https://a.localhost/a',
    'https://router/a',
    'https://router./a',
    'https://printer.local/a',
    'https://printer.local./a',
    'https://wiki.internal/a',
    'https://wiki.corp/a',
    'https://nas.home.arpa/a',
    'https://nas.lan/a',
    'https://me@localhost/a',
    'http://a.kr/b.png',
    'HTTP://a.kr/b.png',
    'https://%/a',
    'https://a b/c',
    '/pictures/a',
    '',
  ])('%s', address => {
    expect(pictureOrigin(address).kind).toBe('refused')
  })

  test.each(['https://home.kr/a', 'https://internal.a.kr/a', 'https://mylocal.kr/a', 'https://1.a.kr/a'])(
    '%s is none of them',
    address => {
      expect(pictureOrigin(address).kind).toBe('foreign')
    },
  )
})

describe('a host is shown so that it cannot pass for another', () => {
  test.each([
    ['a.kr', 'a.kr'],
    ['한글.kr', '한글.kr'],
    ['한글.한국:8443', '한글.한국:8443'],
    ['사진2.a.kr', '사진2.a.kr'],
    // Cyrillic а and е, Greek ο, a Latin letter with a dot below, Hangul beside Latin, jamo that look like strokes.
    ['ex\u0430mple.com', 'xn--exmple-4nf.com'],
    ['\u0430\u0440\u0440l\u0435.com', null],
    ['g\u03bf\u03bfgle.com', null],
    ['geulmar\u1ee5.kr', null],
    ['글maru.kr', null],
    ['\u3163\u3161.kr', null],
    ['한\u30fb글.kr', null],
  ])('%s', (written, shown) => {
    const { host } = new URL(`https://${written}`)
    expect(readableHost(host)).toBe(shown ?? host)
    if (shown === null) expect(host).toContain('xn--')
  })

  test('parts that encode nothing stay as they are', () => {
    expect(readableHost('xn--.kr')).toBe('xn--.kr')
    expect(readableHost('axn--bj0bj06e.kr')).toBe('axn--bj0bj06e.kr')
  })
})

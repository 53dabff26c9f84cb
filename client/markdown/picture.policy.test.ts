import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { classifyPicture, readableHost } from './picture.policy.ts'

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://geulmaru.test' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('recognizes own pictures by their origin', () => {
  expect(classifyPicture('https://geulmaru.test/pictures/a')).toEqual({
    kind: 'own',
    address: 'https://geulmaru.test/pictures/a',
  })
  for (const address of [
    'https://geulmaru.test.evil.kr/a',
    'https://a.geulmaru.test/a',
    'https://geulmaru.test:8443/a',
  ])
    expect(classifyPicture(address).kind, address).toBe('external')
  expect(classifyPicture('http://geulmaru.test/a').kind).toBe('blocked')
})

test('allows own pictures of a server without encryption', () => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:3000' })
  expect(classifyPicture('http://127.0.0.1:3000/pictures/a').kind).toBe('own')
  expect(classifyPicture('http://127.0.0.1:3001/pictures/a').kind).toBe('blocked')
})

describe('names the host that the request goes to', () => {
  test.each([
    ['https://a.kr/b.png', 'a.kr'],
    ['https://A.KR/b.png', 'a.kr'],
    ['https://a.kr:443/b.png', 'a.kr'],
    ['https://a.kr:8443/b.png', 'a.kr:8443'],
    ['https://geulmaru.test@evil.kr/b.png', 'evil.kr'],
    ['https://evil.kr?https://geulmaru.test/', 'evil.kr'],
    ['https://evil.kr#@geulmaru.test/', 'evil.kr'],
    ['https://evil.kr\\@geulmaru.test/', 'evil.kr'],
    ['https://evil\uff0ekr/b.png', 'evil.kr'],
    ['https://geul\u00admaru.kr/b.png', 'geulmaru.kr'],
  ])('%s', (written, host) => {
    const origin = classifyPicture(written)
    expect(origin).toMatchObject({ kind: 'external', host })
    expect(origin.kind === 'external' && new URL(origin.address).host).toBe(host)
  })
})

test('works after thousands of calls', () => {
  for (let calls = 0; calls < 20_000; calls += 1) classifyPicture('https://a.kr/b.png')
  expect(classifyPicture('https://geul\u00admaru.kr/b.png')).toMatchObject({ host: 'geulmaru.kr' })
})

test('removes credentials from an address', () => {
  expect(classifyPicture('https://me:secret@evil.kr/b.png')).toMatchObject({
    address: 'https://evil.kr/b.png',
  })
})

describe('blocks addresses of local machines', () => {
  test.each([
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://0177.0.0.1/a',
    'https://127.0.0.1./a',
    'https://192.168.0.1/a',
    'https://8.8.8.8/a',
    'https://①②⑦.0.0.1/a',
    'https://[::1]/a',
    'https://[::ffff:192.168.0.1]/a',
    'https://[fe80::1]/a',
    'https://localhost/a',
    'https://localhost./a',
    'https://a.localhost/a',
    'https://router/a',
    'https://printer.local/a',
    'https://wiki.internal/a',
    'https://nas.home.arpa/a',
    'https://me@localhost/a',
    'http://a.kr/b.png',
    'HTTP://a.kr/b.png',
    'https://%/a',
    'https://a b/c',
    '/pictures/a',
    '',
  ])('%s', address => {
    expect(classifyPicture(address).kind).toBe('blocked')
  })

  test.each(['https://home.kr/a', 'https://internal.a.kr/a', 'https://mylocal.kr/a', 'https://1.a.kr/a'])(
    'allows %s',
    address => {
      expect(classifyPicture(address).kind).toBe('external')
    },
  )
})

describe('shows a host so that it cannot imitate another', () => {
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

  test('keeps labels that are not valid punycode', () => {
    expect(readableHost('xn--.kr')).toBe('xn--.kr')
    expect(readableHost('axn--bj0bj06e.kr')).toBe('axn--bj0bj06e.kr')
  })
})

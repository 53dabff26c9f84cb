import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { allowedHosts, allowHost, forbidHost } from './PictureConsent.tsx'
import { markupOf, violationsIn } from './testing/markup.ts'

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://geulmaru.test' })
})
afterEach(() => {
  for (const host of allowedHosts()) forbidHost(host)
  vi.unstubAllGlobals()
})

const UPLOAD = 'upload:01234567-89ab-4cde-8f01-23456789abcd'
const PICTURE = '![설명](https://a.kr/b.png "이름")'
const IMAGE =
  '<img src="https://a.kr/b.png" alt="설명" title="이름" loading="lazy" decoding="async" referrerPolicy="no-referrer"/>'

const buttonsIn = (markup: string) => [...markup.matchAll(/<button.*?<\/button>/g)].map(([button]) => button)
const loadsIn = (markup: string) => [...markup.matchAll(/<img src="([^"]*)"/g)].map(([, address]) => address)

test('shows own pictures at once', () => {
  const markup = markupOf('![설명](https://geulmaru.test/pictures/a)')
  expect(loadsIn(markup)).toEqual(['https://geulmaru.test/pictures/a'])
  expect(buttonsIn(markup)).toEqual([])
})

test('shows own pictures by path, with the size in the address', () => {
  const id = '0123456789abcdef0123456789abcdef'
  const markup = markupOf(`![설명](/pictures/${id}#1600x900)`)
  expect(loadsIn(markup)).toEqual([`/pictures/${id}`])
  expect(markup).toContain('width="1600" height="900" loading="lazy"')
  expect(violationsIn(markup)).toEqual([])
  expect(markupOf(`![설명](/pictures/${id})`)).not.toContain('width=')
})

test.each(['/pictures/a', '/icon.svg', '//evil.kr/pictures/0123456789abcdef0123456789abcdef', '../pictures'])(
  'shows no picture for another path: %s',
  path => expect(loadsIn(markupOf(`![설명](${path})`))).toEqual([]),
)

test('links neither to picture paths nor to uploads', () => {
  for (const address of ['/pictures/0123456789abcdef0123456789abcdef', UPLOAD])
    expect(markupOf(`[설명](${address})`)).not.toContain('<a ')
})

test('shows a placeholder for an upload on another device', () => {
  const markup = markupOf(`![설명](${UPLOAD})`)
  expect(loadsIn(markup)).toEqual([])
  expect(markup).toContain('아직 올리지 않은 그림이에요.')
  expect(violationsIn(markup)).toEqual([])
})

test('asks before loading an external picture, with its description and host', () => {
  const markup = markupOf(PICTURE)
  expect(loadsIn(markup)).toEqual([])
  expect(markup).not.toContain('https://a.kr')
  expect(markup).toContain('<bdi class="md-picture__alt">설명</bdi>')
  expect(buttonsIn(markup)).toHaveLength(1)
  expect(markup).toContain('aria-label="a.kr에서 그림 보기: 설명"')
  expect(markup).toContain('>a.kr에서 그림 보기<')
})

test('shows all pictures of an allowed host, and no others, until it is forbidden', () => {
  allowHost('a.kr')
  const markup = markupOf(
    `${PICTURE} ![둘](https://a.kr/2) ![셋](https://b.a.kr/3) ![넷](https://a.kr:444/4)`,
  )
  expect(markup).toContain(IMAGE)
  expect(loadsIn(markup)).toEqual(['https://a.kr/b.png', 'https://a.kr/2'])
  expect(markup).toContain('a.kr의 그림 그만 보기')
  forbidHost('a.kr')
  expect(loadsIn(markupOf(PICTURE))).toEqual([])
  expect(markupOf(PICTURE)).not.toContain('그만 보기')
})

test('shows external pictures to the author at once, without allowing the host', () => {
  expect(markupOf(PICTURE, true)).toContain(IMAGE)
  expect(buttonsIn(markupOf(`[${PICTURE}](https://c.kr)`, true))).toEqual([])
  expect(loadsIn(markupOf(PICTURE))).toEqual([])
})

test.each(['http://a.kr/b.png', 'https://192.168.0.1/b.png', 'https://router/b.png'])(
  'never loads %s, but links to it',
  address => {
    allowHost(new URL(address).host)
    for (const isOwnText of [false, true]) {
      const markup = markupOf(`![설명](${address})`, isOwnText)
      expect(loadsIn(markup)).toEqual([])
      expect(buttonsIn(markup)).toEqual([])
      expect(markup).toContain(
        `<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">설명</a>`,
      )
      expect(markup).toContain(
        `https로 시작하는 공개 사이트의 그림만 보여 드려요. (${new URL(address).host})`,
      )
    }
  },
)

test('labels a picture without a description', () => {
  expect(markupOf('![](https://a.kr/b.png)')).toContain('<bdi class="md-picture__alt">그림</bdi>')
  expect(markupOf('![](https://a.kr/b.png)')).not.toContain('aria-label')
})

describe('puts the button after an element that may not contain it', () => {
  test.each([
    ['a link', `[글 ${PICTURE}](https://c.kr)`, '</a>'],
    ['a link, with emphasis', `[**${PICTURE}**](https://c.kr)`, '</a>'],
    ['a task', `- [ ] 할 일 ${PICTURE}`, '</label>'],
    ['a link in a task', `- [ ] [${PICTURE}](https://c.kr)`, '</label>'],
    ['a heading in a quote', `> # [${PICTURE}](https://c.kr)`, '</a>'],
  ])('%s', (_, written, end) => {
    const markup = markupOf(written)
    expect(violationsIn(markup)).toEqual([])
    expect(buttonsIn(markup)).toHaveLength(1)
    expect(markup.indexOf('<button')).toBeGreaterThan(markup.indexOf(end))
    expect(markup).toContain('a.kr에서 그림 보기: 설명')
    expect(markup).toContain('a.kr의 그림이에요.')
    allowHost('a.kr')
    expect(loadsIn(markupOf(written))).toEqual(['https://a.kr/b.png'])
  })

  test('shows one button per host, with the descriptions of its pictures', () => {
    const markup = markupOf(
      '[![하나](https://a.kr/1) ![](https://a.kr/2) ![셋](https://a.kr/3) ![넷](https://b.kr/4)](https://c.kr)',
    )
    expect(buttonsIn(markup)).toHaveLength(2)
    expect(markup).toContain('a.kr에서 그림 보기: 하나, 셋')
    expect(markup).toContain('b.kr에서 그림 보기: 넷')
  })

  test('a blocked picture in a link is not a link itself', () => {
    const markup = markupOf('[![설명](http://a.kr/b.png)](https://c.kr)')
    expect(violationsIn(markup)).toEqual([])
    expect(markup.match(/<a /g)).toHaveLength(1)
  })

  test('a picture keeps its button where nesting is too deep for its link', () => {
    const markup = markupOf(`${'*a '.repeat(80)}[${PICTURE}](https://c.kr)${' a*'.repeat(80)}`)
    expect(markup).not.toContain('<a ')
    expect(buttonsIn(markup)).toHaveLength(1)
  })
})

test('is a block on its own, and inline among words', () => {
  const isBlock = (written: string) => markupOf(written).includes('md-picture--block')
  for (const written of [PICTURE, `- ${PICTURE}`, `${PICTURE}\n${PICTURE}`, `[${PICTURE}](https://c.kr)`])
    expect(isBlock(written), written).toBe(true)
  for (const written of [
    `글 ${PICTURE}`,
    `# ${PICTURE}`,
    `|${PICTURE}|\n|-|`,
    `\`x\` ${PICTURE}`,
    `$x$${PICTURE}`,
  ])
    expect(isBlock(written), written).toBe(false)
})

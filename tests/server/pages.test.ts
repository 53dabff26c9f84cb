import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderer } from '#client/app/prerender.tsx'
import { sampleMeDescription } from '#client/features/lookaround/content/rooms.ts'
import { createSuggestion } from '#protocol/agora.ts'
import type { PublicAddress } from '#protocol/screens.ts'
import { ko } from '#protocol/text/ko.ts'
import { privacy, terms } from '#server/features/accounts/policies/policies.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'

const PUBLIC_URL = 'https://geulmaru.example'
const directory = mkdtempSync(join(tmpdir(), 'geulmaru-pages-'))
let node: TestNode
let now = Date.now()

beforeAll(async () => {
  const page =
    '<html><head><title>글마루</title><meta name="description" content="노트" /></head>' +
    '<body><div id="root"></div><noscript>자바스크립트를 켜면</noscript></body></html>'
  writeFileSync(join(directory, 'index.html'), page)
  const styles = join(directory, 'static/css')
  mkdirSync(styles, { recursive: true })
  for (const name of ['index-1', 'shell-2', 'styles-3']) writeFileSync(join(styles, `${name}.css`), '')
  node = await startNode({
    mongoUrl: await emptyDatabase(),
    clientDirectory: directory,
    loadRenderer: async () => renderer,
    publicUrl: PUBLIC_URL,
    clock: () => new Date(now),
  })
})
afterAll(async () => {
  await node.stop()
  rmSync(directory, { recursive: true })
})

const ask = (path: string, headers: Record<string, string> = {}) => fetch(node.url + path, { headers })

test.each([
  ['/', 'preview.product', '/home'],
  ['/home/', 'preview.product', '/home'],
  ['/agora?page=2', 'preview.agora', '/agora'],
  ['/terms', 'preview.terms', '/terms'],
  ['/privacy', 'preview.privacy', '/privacy'],
  ['/lookaround/note?no=1&hub=1', 'preview.lookaround', '/lookaround/discussion'],
  ['/user/signup', 'preview.signUp', '/user/signup'],
  ['/user/signin', 'preview.signIn', '/user/signin'],
  ['/user/reqpwreset', 'preview.reset', '/user/reqpwreset'],
] as const)('%s has link previews and a canonical address', async (path, title, canonical) => {
  const response = await ask(path)
  const html = await response.text()
  expect(html).toContain(`<title>${ko[title]}</title>`)
  expect(html).toContain(`<meta property="og:title" content="${ko[title]}" />`)
  expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}${canonical}" />`)
  expect(html).toContain(`<meta property="og:image" content="${PUBLIC_URL}/link-preview.png" />`)
  expect(response.headers.get('X-Robots-Tag')).toBeNull()
})

test.each([
  ['/discussion?hub=7', 'preview.product'],
  ['/note?no=7&hub=7', 'preview.product'],
  ['/friends', 'preview.product'],
  ['/user/confirm?token=secret', 'preview.product'],
  ['/no/such/screen', 'preview.unknown'],
] as const)('%s reveals nothing but the product', async (path, title) => {
  const response = await ask(path)
  const html = await response.text()
  expect(html).toContain(`<title>${ko[title]}</title>`)
  expect(html).toContain('<meta name="robots" content="noindex" />')
  expect(html).not.toMatch(/canonical|og:url|secret|\b7\b/)
  expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
})

/** The heading of each public page, and a part of its content. Both are there without JavaScript. */
const contents: Record<PublicAddress, [heading: string, content: string]> = {
  '/': ['노트를 쓰면, 친구가 읽고,', ko['home.pitch']],
  '/home': ['노트를 쓰면, 친구가 읽고,', ko['home.pitch']],
  '/agora': [ko['shell.opinions'], ko['agora.lead']],
  '/terms': [ko['shell.terms'], terms.ko.at(-1)?.content ?? ''],
  '/privacy': [ko['shell.privacy'], privacy.ko.at(-1)?.content ?? ''],
  '/lookaround/discussion': ['둘이서 공부', 'href="/lookaround/note?no=13&amp;hub=1"'],
  '/lookaround/note': ['민주주의와 총기 규제', 'href="/lookaround/discussion?hub=2"'],
  '/lookaround/myinfo': [ko['myInfo.title'], sampleMeDescription],
  '/user/signup': [ko['accounts.signUp'], ko['accounts.usernameHint']],
  '/user/signin': [ko['accounts.signIn'], 'href="/user/reqpwreset"'],
  '/user/reqpwreset': [ko['accounts.resetTitle'], ko['accounts.resetLead']],
}

test.each(Object.entries(contents))('%s is rendered', async (address, [heading, content]) => {
  const html = await (await ask(address === '/lookaround/note' ? `${address}?no=3&hub=2` : address)).text()
  const root = html.slice(html.indexOf('<div id="root">'), html.indexOf('<script type="application/json"'))
  expect(html).toContain('<body data-prerendered>')
  expect(root.match(/<h1/g)).toHaveLength(1)
  expect(root).toContain(heading)
  expect(root).toContain(content)
  expect(html).toContain('자바스크립트를 켜면')
  const isHome = address === '/' || address === '/home'
  expect([...html.matchAll(/static\/css\/(\w+)/g)].map(([, name]) => name)).toEqual(
    isHome ? [] : ['shell', 'styles'],
  )
})

test('the query selects the content of a page, and only content that exists', async () => {
  const titleOf = async (path: string) => (await (await ask(path)).text()).match(/<h1[^>]*>([^<]*)/)?.[1]
  expect(await titleOf('/lookaround/discussion?hub=2')).toBe('일요일 저녁 토론')
  expect(await titleOf('/lookaround/discussion?hub=99')).toBe('둘이서 공부')
  expect(await titleOf('/lookaround/note?no=99&hub=2')).toBeUndefined()
  expect(await titleOf('/agora?page=2')).toBeUndefined()
})

test('hostile opinions and names stay text', async () => {
  const writer = await newUser(node.url, '</script><b>')
  const hostile = '</script><img src=x onerror=alert(1)> <!-- $& 끝'
  expect(await writer.call(createSuggestion, { suggestion: hostile })).toMatchObject({ success: true })
  now += 2_000
  const html = await (await ask('/agora')).text()
  expect(html).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;')
  expect(html).not.toContain('<img src=x')
  const [, json = ''] = html.match(/id="page-data">(.*?)<\/script>/s) ?? []
  expect(json).not.toContain('<')
  expect(JSON.parse(json).queries[0][1].entries[0].suggestion).toMatchObject({
    opinion: hostile,
    writer: expect.stringContaining('</script><b>'),
  })
})

test('the agora is rendered again when it has changed, and at most once a second', async () => {
  const textOf = async () => (await ask('/agora')).text()
  const writer = await newUser(node.url, '바라는 사람')
  await textOf()
  await writer.call(createSuggestion, { suggestion: '밤에 읽기 좋은 글꼴도 있으면 좋겠어요.' })
  expect(await textOf()).not.toContain('밤에 읽기 좋은 글꼴')
  now += 2_000
  expect(await textOf()).toContain('밤에 읽기 좋은 글꼴')
})

test.each(['/user/signin', '/index.html'])('%s names the host of passkeys', async path => {
  const response = await ask(path)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('<meta name="passkeys" content="geulmaru.example" />')
})

test.each(['br', 'gzip', 'identity', 'deflate'])(
  'a browser that accepts %s gets the same page',
  async form => {
    const response = await ask('/home', { 'Accept-Encoding': form })
    const expected = form === 'deflate' || form === 'identity' ? null : form
    expect(response.headers.get('Content-Encoding')).toBe(expected)
    expect(response.headers.get('Vary')).toContain('Accept-Encoding')
    expect(await response.text()).toContain(ko['home.pitch'])
  },
)

test.each(['/topics', '/agora?query=a', '/lookaround/note', '/index.html', '/no/such/screen'])(
  'the client renders %s',
  async path => {
    const html = await (await ask(path)).text()
    expect(html).toContain('<body><div id="root"></div>')
    expect(html).not.toContain('page-data')
  },
)

test('the question mark of an empty form is removed from our own addresses only', async () => {
  // fetch would remove it.
  const followRedirect = (path: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(node.url)
      get({ hostname, port, path }, answer => resolve(answer.resume().headers.location)).on('error', reject)
    })
  expect(await followRedirect('/user/signin?')).toBe('/user/signin')
  expect(await followRedirect('/user/signin?a=1')).toBeUndefined()
  expect(await followRedirect('//evil.example?')).toBeUndefined()
})

test('a password manager is redirected to the change-password screen', async () => {
  const response = await fetch(`${node.url}/.well-known/change-password`, { redirect: 'manual' })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/user/myinfo')
})

test('search engines get a sitemap of public pages only', async () => {
  const robots = await (await ask('/robots.txt')).text()
  expect(robots).toContain('Disallow: /api/')
  expect(robots).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`)
  const sitemap = await (await ask('/sitemap.xml')).text()
  const listed = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) => address)
  expect(listed).toEqual(
    [
      '/home',
      '/agora',
      '/terms',
      '/privacy',
      '/lookaround/discussion',
      '/user/signup',
      '/user/signin',
      '/user/reqpwreset',
    ].map(path => PUBLIC_URL + path),
  )
})

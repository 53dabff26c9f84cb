import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ko } from '#protocol/text/ko.ts'
import { privacy, terms } from '#server/features/accounts/policies/policies.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'

const PUBLIC_URL = 'https://geulmaru.example'
const directory = mkdtempSync(join(tmpdir(), 'geulmaru-pages-'))
let node: TestNode

beforeAll(async () => {
  const page =
    '<title>글마루</title><meta name="description" content="노트" />' +
    '<!--drawn--><div id="root" data-prerendered>home $& of visitors</div><!--/drawn--><noscript>자바스크립트를 켜면</noscript>'
  writeFileSync(join(directory, 'index.html'), page)
  node = await startNode({
    mongoUrl: await emptyDatabase(),
    clientDirectory: directory,
    publicUrl: PUBLIC_URL,
  })
})
afterAll(async () => {
  await node.stop()
  rmSync(directory, { recursive: true })
})

const ask = (path: string, headers: Record<string, string> = {}) => fetch(node.url + path, { headers })

test.each([
  ['/', 'preview.product', '/'],
  ['/home/', 'preview.product', '/'],
  ['/agora?page=2', 'preview.agora', '/agora'],
  ['/terms', 'preview.terms', '/terms'],
  ['/privacy', 'preview.privacy', '/privacy'],
  ['/lookaround/note?no=1&hub=1', 'preview.lookaround', '/lookaround/discussion'],
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

test.each([
  ['/terms', 'shell.terms', terms.ko],
  ['/privacy', 'shell.privacy', privacy.ko],
] as const)('%s can be read without JavaScript', async (path, title, lines) => {
  const html = await (await ask(path)).text()
  const noscript = html.slice(html.indexOf('<noscript>'), html.indexOf('</noscript>'))
  expect(noscript).toContain(`<h1>${ko[title]}</h1>`)
  expect(noscript.match(/<p /g)).toHaveLength(lines.length)
  expect(noscript).toContain(lines.at(-1)?.content)
  expect(noscript).toContain('자바스크립트를 켜면')
  expect(await (await ask('/agora')).text()).not.toContain('<h1>')
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
    expect(await response.text()).toContain('<div id="root" data-prerendered>home $& of visitors</div>')
  },
)

test.each(['/agora', '/topics', '/lookaround/note?no=1', '/no/such/screen'])(
  'nothing of the prerendered home is at %s',
  async path => {
    const html = await (await ask(path)).text()
    expect(html).toContain('<div id="root"></div>')
    expect(html).not.toContain('drawn')
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
    ['/', '/agora', '/terms', '/privacy', '/lookaround/discussion'].map(path => PUBLIC_URL + path),
  )
})

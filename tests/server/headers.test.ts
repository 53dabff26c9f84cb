import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { register } from '#protocol/accounts.ts'
import { getHubs } from '#protocol/hubs.ts'
import { BODY_BYTES_MAX } from '#protocol/limits.ts'
import { exportData, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import { picture, upload } from '#tests/support/images.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'

/** The security headers of every response, and the responses of static files to unusual requests. */
const PAGE =
  '<!doctype html><title>글마루</title><meta name="description" content="노트"><script>paint()</script><div id="root"></div>'
const directory = mkdtempSync(join(tmpdir(), 'geulmaru-client-'))
const files = {
  'index.html': PAGE,
  'diagram.html': '<body><script>draw()</script>',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'static/js/index-1.js': 'start()',
  'static/js/index-1.js.gz': 'compressed',
  '.env': 'JWT_SECRET=of-nobody',
  '.git/config': '[core]',
}

for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(join(directory, path)), { recursive: true })
  writeFileSync(join(directory, path), content)
}
afterAll(() => rmSync(directory, { recursive: true }))
const [node, strict, local] = await openNodes(
  { clientDirectory: directory },
  { rateLimitScale: 0.001 },
  { clientDirectory: directory, publicUrl: 'http://localhost:3000' },
)
const user = await newUser(node.url)
await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
await user.call(updateMyInfo, { imagefile0: upload(await picture('jpeg')) })
const pictureAddress = node.url + (await user.call(getHubs, {})).me.profPic

const ask = (path: string, init?: RequestInit) => fetch(node.url + path, { redirect: 'manual', ...init })
const post = (path: string, body: BodyInit | null, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', body, headers })
const json = { 'Content-Type': 'application/json' }

/** Headers of every response. */
const OF_ALL = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': null,
  'X-Frame-Options': 'DENY',
  'Strict-Transport-Security': 'max-age=31536000',
  'Permissions-Policy': expect.stringMatching(/(?=.*camera=\(\))(?=.*microphone=\(\))(?=.*geolocation=\(\))/),
  'X-Powered-By': null,
  Server: null,
  'Access-Control-Allow-Origin': null,
}
const OF_DATA = { ...OF_ALL, 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" }
const OF_PASSING_DATA = { ...OF_DATA, 'Cache-Control': 'no-store' }

function expectHeaders(response: Response, wanted: Record<string, unknown>): void {
  const actual = Object.fromEntries(Object.keys(wanted).map(name => [name, response.headers.get(name)]))
  expect(actual, response.url).toEqual(wanted)
}

test.each<[number, string, () => Promise<Response>]>([
  [200, 'a call', () => post(getTopics.path, '{}', { ...json, authData: user.token })],
  [200, 'an archive', () => post(exportData.path, null, { authData: user.token })],
  [200, 'the health check', () => ask('/api/health')],
  [204, 'a preflight request', () => ask(getTopics.path, { method: 'OPTIONS' })],
  [400, 'a malformed body', () => post(getTopics.path, '{', { ...json, authData: user.token })],
  [400, 'a malformed address', () => ask('/pictures/%E0%A4%A')],
  [400, 'a link that leads nowhere', () => ask('/socket.io/?EIO=4&transport=polling')],
  [401, 'not signed in', () => post(getTopics.path, '{}', json)],
  [404, 'no such call', () => ask('/api/none')],
  [404, 'no such picture', () => ask('/pictures/none')],
  [404, 'no such file', () => ask('/static/js/none.js')],
  [404, 'an unknown method', () => ask('/home', { method: 'DELETE' })],
  [413, 'too large a body', () => post(register.path, 'x'.repeat(BODY_BYTES_MAX + 1), json)],
])('%i: %s', async (status, _, answer) => {
  const response = await answer()
  expect(response.status).toBe(status)
  expectHeaders(response, OF_PASSING_DATA)
  await response.body?.cancel()
})

test('headers with longer lists than any browser sends are ignored', async () => {
  const endless = ',a'.repeat(20_000)
  const shown = await ask('/home', { headers: { 'Accept-Encoding': `gzip${endless}` } })
  expect(shown.headers.get('Content-Encoding')).toBeNull()
  await shown.body?.cancel()
  const responseFor = async (liked: string) =>
    (await ask('/api/none', { headers: { 'Accept-Language': liked } })).text()
  expect(await responseFor(`en${endless}`)).toBe(await responseFor('ko'))
  expect(await responseFor('en')).not.toBe(await responseFor('ko'))
})

test('429: too many requests', async () => {
  const answers = [1, 2].map(() =>
    fetch(strict.url + register.path, { method: 'POST', body: '{}', headers: json }),
  )
  const rejected = (await Promise.all(answers)).find(({ status }) => status === 429)
  expectHeaders(rejected ?? Response.error(), OF_PASSING_DATA)
})

test('a server without https does not require it', async () => {
  const response = await fetch(`${local.url}/home`)
  expectHeaders(response, { ...OF_ALL, 'Strict-Transport-Security': null })
  expect(response.headers.get('Content-Security-Policy')).toContain("connect-src 'self' ws://localhost:3000;")
})

test('500: server error', async () => {
  const { counters } = node.app.context
  const next = counters.next
  counters.next = () => Promise.reject(new Error('intentional error'))
  const response = await post('/api/topic/create', '{"title":"하나"}', { ...json, authData: user.token })
  counters.next = next
  expect(response.status).toBe(500)
  expectHeaders(response, OF_PASSING_DATA)
})

test('a picture may be cached, and is only a picture', async () => {
  const response = await fetch(pictureAddress)
  expect(response.status).toBe(200)
  expectHeaders(response, { ...OF_DATA, 'Cache-Control': 'public, max-age=31536000, immutable' })
})

test.each([
  ['/', 200],
  ['/home', 200],
  ['/note?no=1', 200],
  ['/no/such/screen', 404],
  ['//evil', 404],
  ['/%00', 404],
])('%s is answered with the page and %i, revalidated each time', async (path, status) => {
  const response = await ask(path)
  expect(response.status).toBe(status)
  expect(await response.text()).toContain('<script>paint()</script><div id="root"></div>')
  expectHeaders(response, { ...OF_ALL, 'Cache-Control': 'no-cache' })
  const policy = response.headers.get('Content-Security-Policy')?.split(';') ?? []
  expect(policy).toContain("connect-src 'self' wss://geulmaru.example")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy.find(part => part.startsWith('script-src'))).toMatch(/^script-src 'self' 'sha256-[^' ]+'$/)

  const etag = response.headers.get('ETag') ?? ''
  const secondResponse = await ask(path, { headers: { 'If-None-Match': etag } })
  expect(secondResponse.status).toBe(status === 200 ? 304 : 404)
  // The headers of a 304 replace those in the browser’s cache.
  expectHeaders(secondResponse, {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': response.headers.get('Content-Security-Policy'),
  })
})

test('the page of diagrams has no origin and no network, and only our pages may frame it', async () => {
  const response = await ask('/diagram.html')
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('draw()')
  expectHeaders(response, { ...OF_ALL, 'X-Frame-Options': 'SAMEORIGIN', 'Cache-Control': 'no-cache' })
  const policy = response.headers.get('Content-Security-Policy')?.split(';')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain('sandbox allow-scripts')
})

test('a built asset is cached forever, and a missing one is not found', async () => {
  const head = await ask('/home', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const method of ['POST', 'PUT', 'PATCH']) expect((await ask('/home', { method })).status).toBe(404)
  const built = await ask('/static/js/index-1.js', { headers: { 'Accept-Encoding': 'identity' } })
  expect(await built.text()).toBe('start()')
  expectHeaders(built, { ...OF_ALL, 'Cache-Control': 'public, max-age=31536000, immutable' })

  for (const path of [
    '/static/js/index-2.js',
    '/static/js',
    '/static/',
    '/static/js/index-1.js.map',
    '/favicon.ico',
    '/.env',
    '/%2eenv',
    '//evil.example',
    '/%2e%2e%2fetc/passwd',
    '/.git/config',
    '/..%2f..%2fetc/passwd',
    '/static/..%2f..%2f..%2fetc%2fpasswd',
    '/wp-login.php',
    '/.well-known/security.txt',
  ]) {
    const response = await ask(path)
    expect([path, response.status]).toEqual([path, 404])
    expectHeaders(response, OF_PASSING_DATA)
    expect(await response.json()).toMatchObject({ success: false, code: 'notFound' })
  }
})

/** The status line of the response to raw bytes; empty when the connection is closed without one. */
async function statusOf(words: string): Promise<string> {
  const { hostname, port } = new URL(node.url)
  const socket = connect(Number(port), hostname)
  socket.write(words)
  return (await text(socket)).split('\r\n')[0] ?? ''
}
const host = 'Host: evil.example'
const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${[host, 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`

test.each<[string, string, number]>([
  ['path traversal', get('/../../../etc/passwd'), 404],
  ['path traversal in assets', get('/static/../../.env'), 404],
  ['an absolute URL of another host', get('http://evil.example/home'), 200],
  ['only a query', get('?'), 400],
  ['a range that ends before it begins', get('/icon.svg', 'Range: bytes=9-2'), 200],
  ['a range beyond the end', get('/icon.svg', 'Range: bytes=99999-'), 200],
  ['a malformed range', get('/icon.svg', 'Range: bytes=x-y,-,'), 200],
  ['a host with a policy', get('/').replace(host, "Host: a; script-src 'unsafe-inline'"), 200],
  ['TRACE', get('/home').replace('GET', 'TRACE'), 404],
  ['a CONNECT request', get('evil.example:443').replace('GET', 'CONNECT'), 0],
  ['a method of another protocol', get('/').replace('GET', 'PROPFIND'), 404],
  ['an address with a text parameter', get(`/user/signin?text=${'a'.repeat(60_000)}`), 200],
  ['a very long address', get(`/${'a'.repeat(70_000)}`), 431],
  ['a very long header', get('/', `X-Long: ${'a'.repeat(70_000)}`), 431],
  ['a path built to make pattern matching slow', get(`/${'a.'.repeat(60)}a!`), 404],
  ['no HTTP', 'hello\r\n\r\n', 400],
])('a request that no browser sends, with %s', async (_, words, status) => {
  const line = await statusOf(words)
  expect(line).toEqual(status === 0 ? '' : expect.stringMatching(new RegExp(`^HTTP/1.1 ${status} `)))
})

import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { BODY_BYTES_MAX } from '#protocol/limits.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { createLog } from '#server/platform/log.ts'
import { asJson, asUrlencoded, post } from '#tests/support/call.ts'
import { picture, upload } from '#tests/support/images.ts'
import { type NodeOptions, openNodes, startNode } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'

let hasSpace = true
let output = ''
const write = (line: string) => {
  output += line
}
const log = createLog('debug', { write })
const [node, behindProxy] = await openNodes({ log, hasSpace: () => hasSpace }, { trustProxy: 1 })
const user = await newUser(node.url)
const address = node.url + createTopic.path
const auth = { authData: user.token }

const huge = 'x'.repeat(BODY_BYTES_MAX + 1)
const countTopics = () => node.app.context.repositories.topics.countByUser(user.userNo)

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('accepts the same fields as JSON, urlencoded and multipart', async () => {
  const title = '100% 한글 & 더하기+ = 😀 "따옴표"'
  const bodies: [BodyInit, Record<string, string>][] = [
    [JSON.stringify({ title, itemsPerPage: 1 }), asJson],
    [new URLSearchParams({ title, itemsPerPage: '1' }), asUrlencoded],
    [formOf({ title, itemsPerPage: '1' }), {}],
  ]
  for (const [body, type] of bodies) {
    const before = await countTopics()
    const answer = await post(address, body, { ...type, ...auth })
    expect(answer).toMatchObject({ status: 200, body: { success: true, subjects: [{ title }] } })
    expect(await countTopics()).toBe(before + 1)
  }
})

test.each([
  ['JSON that ends early', '{"title":"하나"', asJson],
  ['JSON that is a bare word', 'null', asJson],
  ['JSON that is a list', '[1,2]', asJson],
  ['no body', undefined, {}],
  ['an empty object', '{}', asJson],
  ['a body of another type', '제목', { 'Content-Type': 'text/plain' }],
  ['an unknown character set', '{"title":"하나"}', { 'Content-Type': 'application/json; charset=none' }],
  ['an unknown compression', '{"title":"하나"}', { ...asJson, 'Content-Encoding': 'squeezed' }],
  [
    'a compressed body',
    gzipSync(JSON.stringify({ title: '주제' })),
    { ...asJson, 'Content-Encoding': 'gzip' },
  ],
  ['multipart without a boundary', 'x', { 'Content-Type': 'multipart/form-data' }],
  [
    'multipart that ends early',
    '--edge\r\nContent-Disposition: form-data; name="title"\r\n\r\n하나',
    { 'Content-Type': 'multipart/form-data; boundary=edge' },
  ],
  ['an operator in a urlencoded name', 'title[$gt]=', asUrlencoded],
  ['a urlencoded field twice', 'title=a&title=b', asUrlencoded],
  ['an operator in a multipart name', formOf({ 'title[$gt]': 'x' }), {}],
  ['an unexpected file', formOf({ title: new Blob(['x']) }), {}],
  ['a prototype field', '{"__proto__":{"title":"하나"}}', asJson],
])('%s is a bad request and changes nothing', async (_, body, type) => {
  const before = await countTopics()
  const { status, body: reply } = await post(address, body, { ...type, ...auth } as Record<string, string>)
  expect(reply).toMatchObject({ success: false, code: 'invalid', message: expect.stringMatching(/[가-힣]/) })
  expect(status).toBe(400)
  expect(await countTopics()).toBe(before)
})

test.each([
  ['JSON', JSON.stringify({ title: huge }), asJson],
  ['urlencoded', `title=${huge}`, asUrlencoded],
  ['multipart', formOf({ title: huge }), {}],
])('%s over the limit is too large', async (_, body, type) => {
  const answer = await post(address, body, { ...type, ...auth } as Record<string, string>)
  expect(answer).toEqual({
    status: 413,
    body: { success: false, code: 'tooLarge', message: ko['error.tooLarge'] },
  })
})

test('many multipart fields together cannot exceed the limit', async () => {
  const part = 'x'.repeat(BODY_BYTES_MAX / 4)
  const fields = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`part${index}`, part]))
  const answer = await post(address, formOf({ title: '하나', ...fields }), auth)
  expect(answer).toMatchObject({ status: 413, body: { code: 'tooLarge' } })
})

test.each([
  ['GET', '/api/nothing/here'],
  ['POST', '/api/nothing/here'],
  ['POST', '/api/topic/gettopics/more'],
  ['GET', '/api'],
])('%s %s is not found, in JSON', async (method, path) => {
  const response = await fetch(node.url + path, { method, headers: auth })
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ success: false, code: 'notFound', message: ko['error.notFound'] })
})

test('an address with invalid percent-encoding is a bad request', async () => {
  const response = await fetch(`${node.url}/api/%E0%A4%A`)
  expect(await response.json()).toMatchObject({
    success: false,
    code: expect.stringMatching(/invalid|notFound/),
  })
  expect(response.status).toBeLessThan(500)
})

test.each([
  ['ko-KR,ko;q=0.9,en;q=0.8', ko],
  ['en-US,en;q=0.9,ko;q=0.8', en],
  ['en', en],
  ['fr', ko],
  ['', ko],
])('Accept-Language %j is respected', async (language, catalogue) => {
  const headers = { 'Accept-Language': language, ...asJson }
  expect((await post(address, '{}', headers)).body.message).toBe(catalogue['error.notSignedIn'])
  expect((await post(address, '{"title":""}', { ...headers, ...auth })).body).toEqual({
    success: false,
    code: 'invalid',
    message: catalogue['topics.titleLength'],
    field: 'title',
  })
})

test('a response is never cached', async () => {
  const response = await fetch(node.url + getTopics.path, { method: 'POST', headers: auth })
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('X-Powered-By')).toBeNull()
  await response.arrayBuffer()
})

test('health is answered to anyone', async () => {
  expect(await (await fetch(`${node.url}/api/health`)).json()).toEqual({ success: true })
})

describe('the id of a request connects its response with its log line', () => {
  const FRESH = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

  async function nameOf(url: string, given?: string): Promise<string | null> {
    const answer = await fetch(`${url}/api/health`, {
      headers: given === undefined ? {} : { 'X-Request-Id': given },
    })
    return answer.headers.get('X-Request-Id')
  }

  test('each request has a unique id', async () => {
    const names = [await nameOf(node.url), await nameOf(node.url)]
    for (const name of names) expect(name).toMatch(FRESH)
    expect(names[0]).not.toBe(names[1])
  })

  test('a trusted proxy can set the id; no other client can', async () => {
    expect(await nameOf(behindProxy.url, 'edge-7f3a.0001')).toBe('edge-7f3a.0001')
    expect(await nameOf(node.url, 'edge-7f3a.0001')).toMatch(FRESH)
  })

  test.each([['too short'], ['x'.repeat(65)], ['{"level":60,"msg":"x"}'], ['short'], ['']])(
    'an id that is unsuitable for a log is replaced: %s',
    async given => expect(await nameOf(behindProxy.url, given)).toMatch(FRESH),
  )

  test('an error is logged under the id that its response has', async () => {
    const { counters } = node.app.context
    const next = counters.next
    counters.next = () => Promise.reject(new Error('intentional error'))
    const { status, headers } = await fetch(node.url + createTopic.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', authData: user.token },
      body: '{"title":"하나"}',
    })
    counters.next = next
    expect(status).toBe(500)
    const lines = output.split('\n').filter(line => line.includes(headers.get('X-Request-Id') ?? 'none'))
    expect(lines.map(line => JSON.parse(line).msg)).toEqual(['request failed', 'answered'])
  })
})

test('while the disk is nearly full writes are rejected with a message, and reads continue', async () => {
  await user.call(createTopic, { title: '처음' })
  hasSpace = false
  expect(await user.request(createTopic, { title: '나중' })).toMatchObject({
    status: 503,
    body: { success: false, message: expect.stringContaining('저장할 공간') },
  })
  expect((await user.call(getTopics, {})).subjects[0]).toMatchObject({ title: '처음' })
  hasSpace = true
  await user.call(createTopic, { title: '나중' })
})

test('a failed upload to a full disk is not the sender’s fault, and the next one succeeds once there is space', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const send = async () => user.request(uploadPicture, { picture: upload(await picture('jpeg')) })
  vi.stubEnv('TMPDIR', '/dev/null')
  expect(await send()).toMatchObject({ status: 500 })
  vi.unstubAllEnvs()
  expect(await send()).toMatchObject({ status: 200 })
})

test('security.txt has the contact, expiry, languages and canonical address, if the standard allows it', async () => {
  const securityContact = 'mailto:security@geulmaru.example'
  const clock = () => new Date('2026-03-01T09:00:00Z')

  async function answerOf(options: Partial<NodeOptions>): Promise<Response> {
    const other = await startNode({ mongoUrl: node.mongoUrl, ...options })
    onTestFinished(other.stop)
    return fetch(`${other.url}/.well-known/security.txt`)
  }
  const response = await answerOf({ securityContact, publicUrl: 'https://geulmaru.example', clock })
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  const lines = [
    'Contact: mailto:security@geulmaru.example',
    'Expires: 2026-08-28T09:00:00.000Z',
    'Preferred-Languages: ko, en',
  ]
  const canonical = 'Canonical: https://geulmaru.example/.well-known/security.txt'
  expect((await response.text()).split('\n')).toEqual([...lines, canonical, ''])
  const local = await answerOf({ securityContact, publicUrl: 'http://localhost:3000', clock })
  expect((await local.text()).split('\n')).toEqual([...lines, ''])
  expect((await fetch(`${node.url}/.well-known/security.txt`)).status).toBe(404)
})

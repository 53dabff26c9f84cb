import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BODY_BYTES_MAX } from '#protocol/limits.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { allLanguages, languages } from '#protocol/text/languages.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { asJson, asUrlencoded, post } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, type TestUser } from '#tests/support/users.ts'

let node: TestNode
let user: TestUser
let address: string
let auth: { authData: string }

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  user = await newUser(node.url)
  address = node.url + createTopic.path
  auth = { authData: user.token }
})
afterAll(() => node.stop())

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

const huge = 'x'.repeat(BODY_BYTES_MAX + 1)
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

test('a compressed body is rejected unread', async () => {
  const before = await countTopics()
  const packed = { ...asJson, ...auth, 'Content-Encoding': 'gzip' } as Record<string, string>
  const answer = await post(address, gzipSync(JSON.stringify({ title: '주제' })), packed)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect(await countTopics()).toBe(before)
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
  ['GET', createTopic.path],
  ['DELETE', createTopic.path],
  ['GET', '/api'],
])('%s %s is not found, in JSON', async (method, path) => {
  const response = await fetch(node.url + path, { method, headers: auth })
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({
    success: false,
    code: 'notFound',
    message: ko['error.notFound'],
  })
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

test.each(allLanguages)('a request for %s is answered in it', async language => {
  const headers = { 'Accept-Language': languages[language].locale, ...asJson }
  const catalogue = await languages[language].load()
  expect((await post(address, '{}', headers)).body.message).toBe(catalogue['error.notSignedIn'])
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

import { io } from 'socket.io-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getSuggestions, setSuggestionReaction } from '#protocol/agora.ts'
import { answersGet, PROTOCOL_VERSION } from '#protocol/call.ts'
import { getComments } from '#protocol/comments.ts'
import { getNoteTitles } from '#protocol/links.ts'
import { getNote, postNote } from '#protocol/notes.ts'
import { getPrivacyPolicy } from '#protocol/policies.ts'
import { setReaction } from '#protocol/reactions.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { allCalls } from '#tests/support/allCalls.ts'
import { openNodes } from '#tests/support/node.ts'
import { comment, makeHub, newUser, shareNewNote, suggest, writeNote } from '#tests/support/users.ts'

const LISTED = 'https://app.example.com'
const [node] = await openNodes({ corsOrigins: [LISTED], publicUrl: 'https://notes.example.com' })
const user = await newUser(node.url)
const auth = { authData: user.token }

const ask = (path: string, init: RequestInit = {}) => fetch(node.url + path, init)

describe('reads', () => {
  test('answer GET with an ETag, and 304 until something changes', async () => {
    const first = await ask(getTopics.path, { headers: auth })
    const etag = first.headers.get('ETag') ?? ''
    expect(await first.json()).toEqual((await user.request(getTopics, {})).body)
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(first.headers.get('Vary')).toContain('authData')

    const conditional = { headers: { ...auth, 'If-None-Match': etag } }
    const unchanged = await ask(getTopics.path, conditional)
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])

    await user.call(createTopic, { title: '새 주제' })
    const changed = await ask(getTopics.path, conditional)
    expect(changed.status).toBe(200)
    expect(changed.headers.get('ETag')).not.toBe(etag)
  })

  test('have the same ETag as long as nothing changes, also if they contain groups and cached records', async () => {
    const other = await newUser(node.url)
    const hubNo = await makeHub(user, other)
    const noteNo = await shareNewNote(user, hubNo)
    for (let count = 0; count < 8; count += 1) {
      const commentNo = await comment(other, { hubNo, noteNo })
      await user.call(setReaction, { hubNo, noteNo, commentNo, isOn: true })
      const { suggestionNo } = await suggest(other)
      await user.call(setSuggestionReaction, { suggestionNo, isOn: true })
      await writeNote(user)
    }
    const addresses = [
      `${getComments.path}?hubNo=${hubNo}&noteNo=${noteNo}`,
      getSuggestions.path,
      getNoteTitles.path,
    ]
    for (const address of addresses) {
      const etags = new Set<string | null>()
      for (let asked = 0; asked < 12; asked += 1)
        etags.add((await ask(address, { headers: auth })).headers.get('ETag'))
      expect(etags.size, address).toBe(1)
    }
  })

  test('take their fields from the query', async () => {
    const noteNo = await writeNote(user, '주말 산책')
    const response = await ask(`${getNote.path}?noteNo=${noteNo}`, { headers: auth })
    expect(await response.json()).toMatchObject({ success: true, noteNo, title: '주말 산책' })
    expect((await ask(`${getNote.path}?noteNo=x`, { headers: auth })).status).toBe(400)
    expect((await ask(`${getNote.path}?noteNo=${noteNo}&authToken=${user.token}`)).status).toBe(401)
  })

  test('answer HEAD like GET without a body', async () => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map(method => ask(getTopics.path, { method, headers: auth })),
    )
    for (const name of ['ETag', 'Content-Length', 'Content-Type', 'Cache-Control'])
      expect(head?.headers.get(name), name).toBe(get?.headers.get(name))
    expect(await head?.text()).toBe('')
  })
})

test('every call names its methods, and rejects all others', async () => {
  for (const call of allCalls) {
    const reads = answersGet(call) ? ['GET', 'HEAD'] : []
    const allowed = [...reads, ...(call.method === 'POST' ? ['POST'] : []), 'OPTIONS'].join(', ')
    const options = await ask(call.path, { method: 'OPTIONS' })
    expect([call.path, options.status, options.headers.get('Allow')]).toEqual([call.path, 204, allowed])
    const put = await ask(call.path, { method: 'PUT' })
    expect([call.path, put.status, put.headers.get('Allow')]).toEqual([call.path, 405, allowed])
    expect(await put.json()).toMatchObject({ code: 'methodNotAllowed' })
  }
})

test('the health check, the description and the redirect URI of sign-in name their methods too', async () => {
  for (const path of ['/api/health', '/api/openapi.json', '/api/oidc/google/callback']) {
    expect((await ask(path, { method: 'OPTIONS' })).headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
    expect((await ask(path, { method: 'POST' })).status).toBe(405)
  }
  const etag = (await ask('/api/openapi.json')).headers.get('ETag') ?? ''
  expect((await ask('/api/openapi.json', { headers: { 'If-None-Match': etag } })).status).toBe(304)
})

test('no call that changes something answers GET', async () => {
  const get = await ask(`${postNote.path}?topicNo=1&title=a&text=b`, { headers: auth })
  expect(get.status).toBe(405)
})

test('errors are problem details on request', async () => {
  const problem = await ask(getTopics.path, {
    headers: { Accept: 'application/problem+json', 'Accept-Language': 'ko' },
  })
  expect(problem.headers.get('Content-Type')).toContain('application/problem+json')
  expect(await problem.json()).toEqual({
    type: 'about:blank',
    title: 'Unauthorized',
    status: 401,
    detail: ko['error.notSignedIn'],
    success: false,
    code: 'notSignedIn',
    message: ko['error.notSignedIn'],
  })
  for (const Accept of ['*/*', 'application/json', 'application/json, application/problem+json;q=0.5'])
    expect((await ask(getTopics.path, { headers: { Accept } })).headers.get('Content-Type')).toContain(
      'application/json',
    )
})

describe('pages of other sites', () => {
  const preflight = (origin: string) =>
    ask(getTopics.path, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    })

  test('may send requests from listed origins only, and never with cookies', async () => {
    const allowed = (await preflight(LISTED)).headers
    expect(allowed.get('Access-Control-Allow-Origin')).toBe(LISTED)
    expect(allowed.get('Access-Control-Allow-Headers')).toContain('Authorization')
    expect(allowed.get('Access-Control-Allow-Headers')).not.toMatch(/authData/i)
    expect(allowed.get('Access-Control-Allow-Credentials')).toBeNull()
    for (const origin of [
      'https://evil.example.com',
      `${LISTED}.evil.example`,
      'null',
      'http://app.example.com',
    ]) {
      const { headers } = await preflight(origin)
      expect([...headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
      expect(headers.get('Vary')).toContain('Origin')
    }
  })

  test('read responses and errors from listed origins', async () => {
    for (const path of [getPrivacyPolicy.path, getTopics.path]) {
      const { headers } = await ask(path, { headers: { Origin: LISTED } })
      expect(headers.get('Access-Control-Allow-Origin')).toBe(LISTED)
    }
  })

  test.each([
    ['no origin', undefined, true],
    ['our own host', () => node.url, true],
    ['the public URL, if a proxy replaced the host', () => 'https://notes.example.com', true],
    ['a listed origin', () => LISTED, true],
    ['another site', () => 'https://evil.example.com', false],
    ['our host with another port', () => 'http://127.0.0.1:1', false],
    ['an opaque origin', () => 'null', false],
  ])('a live connection from %s', async (_, origin, isAllowed) => {
    const socket = io(node.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: user.token, protocol: PROTOCOL_VERSION },
      ...(origin && { extraHeaders: { Origin: origin() } }),
    })
    onTestFinished(() => void socket.close())
    const isConnected = await new Promise<boolean>(resolve => {
      socket.once('connect', () => resolve(true))
      socket.once('connect_error', () => resolve(false))
    })
    expect(isConnected).toBe(isAllowed)
  })
})

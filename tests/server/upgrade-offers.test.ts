import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { getSuggestions } from '#protocol/agora.ts'
import { openNodes } from '#tests/support/node.ts'

/** A request that offers another protocol gets the same response as without the offer. */
const [node] = await openNodes({})
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Writes each piece after the responses to the earlier ones. Resolves with everything received. */
async function exchange(pieces: string[]): Promise<string> {
  const { hostname, port } = new URL(node.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  let received = ''
  socket
    .on('error', () => undefined)
    .on('data', bytes => {
      received += bytes
    })
  for (const [at, piece] of pieces.entries()) {
    socket.write(piece)
    await vi.waitFor(() => expect(answersIn(received).length > at || socket.closed).toBe(true), {
      timeout: 20_000,
      interval: 2,
    })
  }
  return received
}

const answersIn = (received: string) => received.match(/HTTP\/1\.1 \d{3}/g) ?? []
const request = (line: string, headers: string[], body = '') =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n')

const offer = (protocol: string) => ['Connection: Upgrade, HTTP2-Settings', `Upgrade: ${protocol}`]
const json = (body: string) => ['Content-Type: application/json', `Content-Length: ${body.length}`]
const plain = request('GET /api/health', [])

/** The responses without an offer. */
const usualAnswers = async (first: string) => answersIn(await exchange([first, plain]))

test.each(['h2c', 'TLS/1.0', 'websocket', 'WebSocket, h2c', 'h2c, websocket', 'HTTP/2.0, SHTTP/1.3', 'X-x'])(
  'Upgrade: %s gets the usual response, and the connection stays open',
  async protocol => {
    for (const path of ['/healthz', '/api/health', '/nowhere', '/socket.io', '/socket.iox/']) {
      const offered = await exchange([request(`GET ${path}`, offer(protocol)), plain])
      expect(answersIn(offered)).toEqual(await usualAnswers(request(`GET ${path}`, [])))
      expect(offered.split('\r\n\r\n')[1]?.length).toBeGreaterThan(0)
      expect(offered).not.toContain('Connection: close')
    }
  },
)

test.each(['POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])('so does an offer with %s', async method => {
  const offered = answersIn(await exchange([request(`${method} /api/health`, offer('h2c')), plain]))
  expect(offered).toEqual(await usualAnswers(request(`${method} /api/health`, [])))
})

test('the body of a request with an offer is read, in one piece or in several', async () => {
  const body = JSON.stringify({ page: 1, limit: 5 })
  const line = `${getSuggestions.method} ${getSuggestions.path}`
  const usual = await exchange([request(line, json(body), body), plain])
  const offered = request(line, [...offer('h2c'), ...json(body)], body)
  expect(answersIn(await exchange([offered, plain]))).toEqual(answersIn(usual))
  const { hostname, port } = new URL(node.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  const answer = once(socket, 'data')
  // One byte each, so that the header ends between two pieces.
  socket.setNoDelay(true)
  for (const sign of offered) await new Promise(resolve => socket.write(sign, resolve))
  expect(answersIn(String(await answer))).toEqual(answersIn(usual).slice(0, 1))
})

test.each([
  ['a request', request('GET /api/health', offer('h2c')), plain],
  ['half a request', request('GET /api/health', offer('h2c')), plain.slice(0, 9)],
  [
    'a chunked body',
    request('POST /api/health', [...offer('h2c'), 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    '',
  ],
  ['a body and a request', request('POST /api/health', [...offer('h2c'), 'Content-Length: 1'], 'x'), plain],
])(
  'a connection with %s behind an offer, which Node.js does not parse, ends with its response',
  async (_, offered, behind) => {
    const received = await exchange([offered + behind])
    expect(answersIn(received)).toHaveLength(1)
    expect(received).toContain('Connection: close')
  },
)

test('only a websocket at the socket’s own path is one, without a body', async () => {
  const handshake = (line: string, more: string[] = []) =>
    request(line, [
      'Connection: Upgrade',
      'Upgrade: WebSocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ...more,
    ])
  const path = '/socket.io/?EIO=4&transport=websocket'
  expect(answersIn(await exchange([handshake(`GET ${path}`)]))).toEqual(['HTTP/1.1 101'])
  for (const other of [
    handshake(`POST ${path}`),
    handshake(`GET ${path}`, ['Content-Length: 0', 'Transfer-Encoding: chunked']),
    handshake(`GET ${path}`, ['Content-Length: 4']),
    handshake(`GET ${path}`).replace('HTTP/1.1', 'HTTP/1.0'),
  ])
    expect(answersIn(await exchange([other]))[0]).not.toBe('HTTP/1.1 101')
})

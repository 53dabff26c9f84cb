import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getSuggestions } from '#protocol/agora.ts'
import { getHubs } from '#protocol/hubs.ts'
import { drainSockets } from '#server/live/sockets.ts'
import { emptyDatabase, type NodeOptions, openNodes, startNode, type TestNode } from '#tests/support/node.ts'

/** The server limits the work of one connection, whatever it sends. */
const files = await mkdtemp(join(tmpdir(), 'geulmaru-client-'))
await writeFile(join(files, 'index.html'), '<!doctype html><title>글마루</title>')
await writeFile(join(files, 'large.txt'), Buffer.alloc(8_000_000))
await writeFile(join(files, 'removed.txt'), '')
const mongoUrl = await emptyDatabase()
const [sharedNode] = await openNodes({ mongoUrl, clientDirectory: files })
let node: TestNode
const sockets: Socket[] = []

/** Starts another node for one test. */
async function start(options: Partial<NodeOptions> = {}): Promise<void> {
  node = await startNode({ mongoUrl, clientDirectory: files, ...options })
  onTestFinished(node.stop)
}

beforeEach(() => {
  node = sharedNode
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => rm(files, { recursive: true }))

async function open(options: { allowHalfOpen?: boolean } = {}): Promise<Socket> {
  const { hostname, port } = new URL(node.url)
  const socket = connect({ port: Number(port), host: hostname, ...options })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Resolves when the connection ends or breaks. */
function closingOf(socket: Socket): Promise<void> {
  socket.resume()
  if (socket.closed) return Promise.resolve()
  return new Promise(resolve => socket.once('close', () => resolve()))
}

/** Everything that arrives until the node closes the connection. */
async function answersOf(sent: string): Promise<string[]> {
  const socket = await open()
  let received = ''
  socket.on('data', piece => {
    received += piece
  })
  const closed = closingOf(socket)
  socket.write(sent)
  await closed
  return received.match(/HTTP\/1.1 \d+/g) ?? []
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const chunkedHead = (method: string, path: string, type = 'application/json') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`
const bytesEach = '1\r\nx\r\n'.repeat(5_000)

test.each(['/api/health', '/', '/socket.io/?EIO=4&transport=polling'])(
  'pipelined requests to %s are not answered',
  async path => {
    expect((await answersOf(get(path).repeat(1_000))).length).toBeLessThanOrEqual(2)
    expect((await fetch(`${node.url}/api/health`)).status).toBe(200)
  },
)

test.each([
  ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
  ['with an unsupported expectation', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\n\r\n'],
])('requests %s, which Node would answer itself, are queued like others', async (_, request) => {
  await start({ rateLimitScale: 0.01, trustProxy: 0 })
  expect((await answersOf(request.repeat(1_000))).length).toBeLessThanOrEqual(2)
  await expect(fetch(`${node.url}/api/health`)).rejects.toThrow()
})

test.each([
  ['400', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['417', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\nConnection: close\r\n\r\n'],
  ['200', 'GET / HTTP/1.0\r\n\r\n'],
  ['400', 'GET http://name%@localhost/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ['400', 'GET http://[::/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ['200', 'GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
])('what Node and Express would answer themselves gets the regular response: %s', async (status, request) => {
  expect(await answersOf(request)).toEqual([`HTTP/1.1 ${status}`])
})

const SOCKETS = '/socket.io/?EIO=4&transport=websocket'
const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
test('an upgrade while the sockets are drained is rejected, and keeps no connection open, whatever preceded it', async () => {
  await start()
  void drainSockets(node.app.io, node.app.http)
  const stays = await open({ allowHalfOpen: true })
  let received = ''
  stays.on('data', piece => {
    received += piece
  })
  stays.write(get('/api/health'))
  await once(stays, 'data')
  stays.write(upgrade(SOCKETS))
  await vi.waitFor(async () => expect(await openConnections()).toBe(0), 3_000)
  expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503'])
  // Behind a large file that is not read, no response is sent.
  const accepted = once(node.app.http, 'connection') as Promise<[Socket]>
  const unread = await open({ allowHalfOpen: true })
  unread.pause()
  unread.write(get('/large.txt'))
  const [wire] = await accepted
  await vi.waitFor(() => expect(wire.writableLength).toBeGreaterThan(0), 3_000)
  unread.write(upgrade(SOCKETS))
  await vi.waitFor(async () => expect(await openConnections()).toBe(0), 3_000)
})

test('an upgrade with headers too large to keep while its socket is open is rejected', async () => {
  const handshake = (more: string) =>
    upgrade(`/socket.io/?EIO=4&transport=websocket&x=${more}`).replace(
      'Upgrade: websocket',
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    )
  const statusOf = async (request: string) => {
    const socket = await open()
    socket.write(request)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    return String(answer).slice(0, 12)
  }
  expect(await statusOf(handshake('x'.repeat(1_000)))).toBe('HTTP/1.1 101')
  expect(await statusOf(handshake('x'.repeat(17_000)))).toBe('HTTP/1.1 400')
})

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) =>
    node.app.http.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

const manyLines = 'x:\r\n'.repeat(33)
test.each([
  ['headers', `GET /api/health HTTP/1.1\r\nHost: localhost\r\n${manyLines}\r\n`],
  [
    'trailers',
    `GET /api/health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${manyLines}\r\n`,
  ],
])(
  'requests whose many %s let responses out in between get no larger share than others',
  async (_, request) => {
    expect((await answersOf(request.repeat(200))).length).toBeLessThanOrEqual(32)
  },
)

test.each([
  ['requests', get('/api/health'), 60],
  ['pieces of bodies', `${chunkedHead('GET', '/api/health')}${'1\r\nx\r\n'.repeat(200)}0\r\n\r\n`, 12],
])(
  'many connections of one address share a budget, even if each stays within its own: %s',
  async (_, request, requestsMax) => {
    let accepted = 0
    node.app.http.on('connection', () => {
      accepted += 1
    })
    let requests = 0
    const inEachTurn: number[] = []
    node.app.http.on('request', () => {
      if (requests === 0)
        setImmediate(() => {
          inEachTurn.push(requests)
          requests = 0
        })
      requests += 1
    })
    const opened = await Promise.all(Array.from({ length: 150 }, open))
    await expect.poll(() => accepted).toBe(opened.length)
    const answers = opened.map(socket => once(socket, 'data'))
    for (const socket of opened) socket.write(request)
    for (const [answer] of await Promise.all(answers)) expect(String(answer)).toMatch(/^HTTP\/1.1 200/)
    expect(Math.max(...inEachTurn)).toBeLessThanOrEqual(requestsMax)
  },
)

test('incomplete headers take no more than a few megabytes in total, and those of their own address are closed', async () => {
  const { hostname, port } = new URL(node.url)
  const half = `GET /api/health HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(60_000)}`
  const idle = await open()
  idle.write(get('/api/health'))
  await once(idle, 'data')
  const accepted: Socket[] = []
  node.app.http.on('connection', (socket: Socket) => accepted.push(socket))
  const otherSocket = connect({ port: Number(port), host: hostname, localAddress: '127.0.0.2' })
  sockets.push(otherSocket)
  otherSocket.write(half)
  for (let opened = 0; opened < 300; opened += 1) {
    const socket = await open()
    // A header that begins behind a complete request counts as well.
    socket.write(opened % 2 === 0 ? half : get('/api/health') + half)
  }
  const held = () =>
    accepted.filter(({ destroyed }) => !destroyed).reduce((sum, socket) => sum + socket.bytesRead, 0)
  await vi.waitFor(
    () => expect(accepted.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(150),
    20_000,
  )
  expect(held()).toBeLessThan(10_000_000)
  otherSocket.write('\r\n\r\n')
  expect(String((await once(otherSocket, 'data'))[0])).toMatch(/^HTTP\/1.1 200/)
  idle.write(get('/api/health'))
  expect(String((await once(idle, 'data'))[0])).toMatch(/^HTTP\/1.1 200/)
})

test('a request with more header lines than are kept is treated as having none', async () => {
  const lines = (count: number) => 'X: x\r\n'.repeat(count)
  const request = (count: number) =>
    `GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines(count)}\r\n`
  expect(await answersOf(request(100))).toEqual(['HTTP/1.1 200'])
  expect(await answersOf(request(300))).toEqual(['HTTP/1.1 431'])
})

test('sequential requests are answered over one connection, and the next may arrive before the node sees the end', async () => {
  const socket = await open()
  for (let asked = 0; asked < 20; asked += 1) {
    socket.write(get('/api/health'))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200/)
  }
  for (const path of ['/', '/large.txt']) {
    const last = get(path).replace(/\r\n$/, 'Connection: close\r\n\r\n')
    expect(await answersOf(get(path) + last)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  }
})

test.each([
  ['of a request that has none', chunkedHead('GET', '/api/health')],
  ['of a screen', chunkedHead('GET', '/')],
  ['to an unknown address', chunkedHead('POST', '/api/nothing')],
  ['without a token', chunkedHead('POST', getHubs.path)],
  ['of an unsupported content type', chunkedHead('POST', getSuggestions.path, 'text/plain')],
  ['of a visitor', chunkedHead('POST', getSuggestions.path)],
  ['with an unsupported expectation', chunkedHead('POST', '/').replace(/\r\n$/, 'Expect: x\r\n\r\n')],
  ['to the live connection', chunkedHead('POST', '/socket.io/?EIO=4&transport=polling')],
])('a body in chunks of one byte each is cut off: %s', async (_, head) => {
  const started = performance.now()
  const socket = await open()
  const closed = closingOf(socket)
  socket.write(head + bytesEach)
  await closed
  // Long before the deadline for what is sent after a response.
  expect(performance.now() - started).toBeLessThan(1_500)
})

test('an address that keeps flooding is rejected for a while, over every connection', async () => {
  await start({ rateLimitScale: 0.01, trustProxy: 0 })
  const idle = await open()
  let isOpen = true
  const closed = closingOf(idle).then(() => {
    isOpen = false
  })
  while (isOpen) await answersOf(get('/api/health').repeat(1_000))
  await closed
  await expect(fetch(`${node.url}/api/health`)).rejects.toThrow()
})

test('a flood through a proxy does not block everybody behind it', async () => {
  await start({ rateLimitScale: 1, trustProxy: 1 })
  for (let flood = 0; flood < 20; flood += 1) await answersOf(get('/api/health').repeat(1_000))
  expect((await fetch(`${node.url}/api/health`)).status).toBe(200)
})

test('a file that cannot be read affects no other request', async () => {
  await rm(join(files, 'removed.txt'))
  await expect(fetch(`${node.url}/removed.txt`)).rejects.toThrow()
  expect((await fetch(node.url)).status).toBe(200)
})

test('a file is closed when its receiver disconnects', async () => {
  const piped = new Promise<Readable>(resolve =>
    node.app.http.prependListener('request', (_request, response) => response.once('pipe', resolve)),
  )
  const socket = await open()
  socket.write(get('/large.txt'))
  const file = await piped
  socket.destroy()
  await expect.poll(() => file.destroyed).toBe(true)
})

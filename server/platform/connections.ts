import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey, type TrustsProxy } from './address.ts'
import { watchArrivals } from './arrivals.ts'
import { endUnread, watchPieces } from './body/pieces.ts'
import { limitWorkPerAddress, WORK } from './fairScheduling.ts'
import { createBuckets, type TokenBucketOptions } from './limits/buckets.ts'

/** Node itself would answer requests without a host, however many come at once. */
export const NO_UNCOUNTED_ANSWERS = { requireHostHeader: false }

/** A file has gone, and the next request come, before it is seen that the file has ended. */
const UNANSWERED_MAX = 2

/**
 * The parser hands on what has come before anybody else has a turn, and a request with many headers or trailers lets the answer
 * before it go out meanwhile. A turn has up to 32 reads, and each may bring one request of somebody who waits for answers.
 */
const REQUESTS_A_TURN = 32

/**
 * Browsers and proxies send some forty header lines. Node.js leaves out those beyond its maximum, so what the last of them say is
 * unknown: of such a request nothing is believed.
 */
const HEADER_LINES_MAX = 200

export interface ConnectionParts {
  trustsProxy: TrustsProxy
  /** How many connections of an address may be cut off for flooding before all of its are, and no new one is let in. */
  floods: TokenBucketOptions
  /** Multiplies `floods`. */
  scale: number
  /** What request heads that are not complete yet may take, of all connections together. */
  headBytesMax: number
}

/**
 * Protects a node from what its HTTP parser would go through for a single connection before anybody else has a turn: requests
 * that do not wait for their answers, and bodies in tiny pieces, whether or not anybody reads them. No browser and
 * no proxy sends such. Many connections of one address, none of which does too much, share a turn. To be called when
 * everybody listens to requests, for a server that is made with `NO_UNCOUNTED_ANSWERS`.
 */
export function guardConnections(
  http: HttpServer,
  { trustsProxy, floods, scale, headBytesMax }: ConnectionParts,
): void {
  http.maxHeadersCount = HEADER_LINES_MAX
  const floodsOf = createBuckets(floods, scale)
  const open = new Map<string, Set<Socket>>()
  const unanswered = new WeakMap<Socket, number>()
  const inThisTurn = new Map<Socket, number>()
  const turns = limitWorkPerAddress(open)
  const arrivals = watchArrivals(headBytesMax)

  /** Null for a proxy, whose connections bring everybody. */
  function addressOf({ remoteAddress = '' }: Socket): string | null {
    return trustsProxy(remoteAddress, 0) ? null : addressKey(remoteAddress)
  }

  function leave(address: string, socket: Socket): void {
    const sockets = open.get(address)
    sockets?.delete(socket)
    if (sockets?.size === 0) open.delete(address)
  }

  http.prependListener('connection', (socket: Socket) => {
    const address = addressOf(socket)
    if (address === null) return
    if (floodsOf.isEmpty(address)) return void socket.destroy()
    open.set(address, (open.get(address) ?? new Set()).add(socket))
    socket.once('close', () => leave(address, socket))
    turns.watch(address, socket)
  })
  http.on('connection', (socket: Socket) => arrivals.watch(socket, addressOf(socket) ?? 'proxies'))
  // Sockets have limits of their own.
  http.prependListener('upgrade', ({ socket }: IncomingMessage) => {
    leave(addressOf(socket) ?? '', socket)
    arrivals.unwatch(socket)
  })

  function cutOff(socket: Socket): void {
    if (socket.destroyed) return
    const address = addressOf(socket)
    socket.destroy()
    if (address === null) return
    floodsOf.take(address)
    if (!floodsOf.isEmpty(address)) return
    for (const other of open.get(address) ?? []) other.destroy()
  }

  function isBeyondTurn(socket: Socket): boolean {
    if (inThisTurn.size === 0) setImmediate(() => inThisTurn.clear())
    const requests = (inThisTurn.get(socket) ?? 0) + 1
    inThisTurn.set(socket, requests)
    return requests > REQUESTS_A_TURN
  }

  /** False for who does not wait for answers. */
  function admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const address = addressOf(socket)
    if (address !== null) turns.spend(address, socket, WORK.request)
    const before = unanswered.get(socket) ?? 0
    if (before === UNANSWERED_MAX || isBeyondTurn(socket) || !arrivals.begin(request, response)) {
      cutOff(socket)
      return false
    }
    unanswered.set(socket, before + 1)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (bringsBody(request)) {
      watchPieces(request, response, {
        onPiece: () => address !== null && turns.spend(address, socket, WORK.piece),
        onFlood: () => cutOff(socket),
      })
      endUnread(request, response)
    }
    return true
  }

  // Instead of Node, which would answer these without anybody counting them.
  http.on('checkExpectation', (request, response) => {
    if (admit(request, response)) response.writeHead(417).end()
  })
  // In place of the others: what is refused here must not come to them.
  const listeners = http.listeners('request')
  http.removeAllListeners('request')
  http.on('request', (request, response) => {
    if (!admit(request, response)) return
    if (request.rawHeaders.length >= 2 * HEADER_LINES_MAX)
      return void response.writeHead(431, { Connection: 'close' }).end()
    if (lacksHost(request) || namesNoPlace(request))
      return void response.writeHead(400, { Connection: 'close' }).end()
    for (const listener of listeners) listener.call(http, request, response)
  })
}

/** Refused as RFC 9112, section 3.2, wants it. */
function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined
}

/** A whole address that is none, or that brings a user's name (RFC 9110, section 4.2.4): Express would answer it by itself. */
function namesNoPlace({ url = '' }: IncomingMessage): boolean {
  if (url.startsWith('/') || url === '*') return false
  return !URL.canParse(url) || new URL(url).username !== '' || new URL(url).password !== ''
}

function bringsBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { watchConnectionBytes } from './connectionBytes.ts'
import { limitWorkPerAddress, WORK_COST } from './fairScheduling.ts'
import { createTokenBuckets, type TokenBucketOptions } from './limits/keyedLimits.ts'
import { addressKey, type TrustsProxy } from './request.ts'

/** Node would answer requests without a host itself, uncounted. */
export const GUARDED_SERVER_OPTIONS = { requireHostHeader: false }

/** A client may send its next request before the node sees that a sent file has ended. */
const UNANSWERED_MAX = 2

/**
 * The parser processes all received data at once, and a request with many headers or trailers lets the previous
 * response go out meanwhile. One tick has up to 32 reads, and each may bring one request of a well-behaved client.
 */
const REQUESTS_PER_TICK = 32

/**
 * Browsers and proxies send about forty header lines. Node.js drops the lines beyond its maximum, so a request that
 * reaches it is rejected.
 */
const HEADER_LINES_MAX = 200

interface ConnectionParts {
  trustsProxy: TrustsProxy
  /**
   * How many connections of an address may be closed for flooding before all of them are, and new ones are rejected.
   */
  floods: TokenBucketOptions
  /** Multiplies `floods`. */
  scale: number
  /** Total size of incomplete request heads over all connections. */
  headBytesMax: number
}

/**
 * Protects a node from connections that keep its HTTP parser busy: requests that do not wait for responses, and bodies
 * in tiny chunks, whether or not anything reads them. No browser or proxy sends either. Connections of one address
 * share a work budget. Call after all `request` listeners are added, for a server created with
 * `GUARDED_SERVER_OPTIONS`.
 */
export function guardConnections(
  http: HttpServer,
  { trustsProxy, floods, scale, headBytesMax }: ConnectionParts,
): void {
  http.maxHeadersCount = HEADER_LINES_MAX
  const floodBuckets = createTokenBuckets(floods, scale)
  const open = new Map<string, Set<Socket>>()
  const pendingResponses = new WeakMap<Socket, number>()
  const requestsThisTick = new Map<Socket, number>()
  const workBudget = limitWorkPerAddress(open)
  const connectionBytes = watchConnectionBytes(headBytesMax)

  /** Null for a trusted proxy, whose connections carry many clients. */
  function addressOf({ remoteAddress = '' }: Socket): string | null {
    return trustsProxy(remoteAddress, 0) ? null : addressKey(remoteAddress)
  }

  function removeSocket(address: string, socket: Socket): void {
    const sockets = open.get(address)
    sockets?.delete(socket)
    if (sockets?.size === 0) open.delete(address)
  }

  http.prependListener('connection', (socket: Socket) => {
    const address = addressOf(socket)
    if (address === null) return
    if (floodBuckets.isEmpty(address)) return void socket.destroy()
    open.set(address, (open.get(address) ?? new Set()).add(socket))
    socket.once('close', () => removeSocket(address, socket))
    workBudget.watch(address, socket)
  })
  http.on('connection', (socket: Socket) => connectionBytes.watch(socket, addressOf(socket) ?? 'proxies'))
  // Upgraded sockets have limits of their own.
  http.prependListener('upgrade', ({ socket }: IncomingMessage) => {
    removeSocket(addressOf(socket) ?? '', socket)
    connectionBytes.unwatch(socket)
  })

  function destroyFlooding(socket: Socket): void {
    if (socket.destroyed) return
    const address = addressOf(socket)
    socket.destroy()
    if (address === null) return
    floodBuckets.take(address)
    if (!floodBuckets.isEmpty(address)) return
    for (const other of open.get(address) ?? []) other.destroy()
  }

  function exceedsTick(socket: Socket): boolean {
    if (requestsThisTick.size === 0) setImmediate(() => requestsThisTick.clear())
    const requests = (requestsThisTick.get(socket) ?? 0) + 1
    requestsThisTick.set(socket, requests)
    return requests > REQUESTS_PER_TICK
  }

  /** Returns false, and closes the connection, if the client does not wait for responses. */
  function admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const address = addressOf(socket)
    if (address !== null) workBudget.consume(address, socket, WORK_COST.request)
    const before = pendingResponses.get(socket) ?? 0
    if (
      before === UNANSWERED_MAX ||
      exceedsTick(socket) ||
      !connectionBytes.startRequest(request, response)
    ) {
      destroyFlooding(socket)
      return false
    }
    pendingResponses.set(socket, before + 1)
    response.once('close', () => pendingResponses.set(socket, (pendingResponses.get(socket) ?? 1) - 1))
    if (hasBody(request)) {
      watchChunks(request, response, {
        onChunk: () => address !== null && workBudget.consume(address, socket, WORK_COST.chunk),
        onFlood: () => destroyFlooding(socket),
      })
      drainUnreadBody(request, response)
    }
    return true
  }

  // Node would answer these itself, uncounted.
  http.on('checkExpectation', (request, response) => {
    if (admit(request, response)) response.writeHead(417).end()
  })
  // Replaces the other listeners, which must not see rejected requests.
  const listeners = http.listeners('request')
  http.removeAllListeners('request')
  http.on('request', (request, response) => {
    if (!admit(request, response)) return
    if (request.rawHeaders.length >= 2 * HEADER_LINES_MAX)
      return void response.writeHead(431, { Connection: 'close' }).end()
    if (isHostMissing(request) || hasInvalidTarget(request))
      return void response.writeHead(400, { Connection: 'close' }).end()
    for (const listener of listeners) listener.call(http, request, response)
  })
}

/** RFC 9112, section 3.2, requires rejecting these. */
function isHostMissing({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined
}

/** An invalid absolute URL, or one with credentials (RFC 9110, section 4.2.4), which Express would answer itself. */
function hasInvalidTarget({ url = '' }: IncomingMessage): boolean {
  if (url.startsWith('/') || url === '*') return false
  return !URL.canParse(url) || new URL(url).username !== '' || new URL(url).password !== ''
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Networks deliver hundreds of bytes at a time; flushing and slow connections cause a few short chunks. */
const FREE_CHUNKS = 256
const BYTES_PER_CHUNK_MIN = 64
/** Minimum for a body that arrives after the response. */
const UNREAD_BYTES_PER_CHUNK_MIN = 512

interface ChunkListeners {
  onChunk: () => void
  onFlood: () => void
}

/**
 * Counts body chunks as the parser emits them: chunks of a byte or two cost the node far more than the sender, whatever
 * the body's length. Calls `onFlood` for such bodies and drops the rest.
 */
function watchChunks(
  request: IncomingMessage,
  response: ServerResponse,
  { onChunk, onFlood }: ChunkListeners,
): void {
  const push = request.push
  let chunks = 0
  let bytes = 0
  let isFlood = false
  request.push = (chunk: Buffer | null, encoding) => {
    if (isFlood) return false
    onChunk()
    chunks += 1
    bytes += chunk?.length ?? 0
    const bytesMin = response.writableEnded ? UNREAD_BYTES_PER_CHUNK_MIN : BYTES_PER_CHUNK_MIN
    isFlood = chunks > FREE_CHUNKS + bytes / bytesMin
    if (!isFlood) return push.call(request, chunk, encoding)
    onFlood()
    return false
  }
}

/** How long the unread rest of an answered request may arrive before the connection is closed. */
const DRAIN_MS = 2_000

/**
 * Discards the rest of a body after an early response, so that the client can read the response; closes the connection
 * after DRAIN_MS.
 */
function drainUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('prefinish', () => {
    if (request.complete) return
    const { socket } = request
    // With a listener, because Node would discard the data without emitting it, uncounted.
    request.on('data', () => undefined)
    request.resume()
    setTimeout(() => {
      if (!request.complete) socket.destroy()
    }, DRAIN_MS).unref()
  })
}

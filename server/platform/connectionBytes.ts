import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const HEAD_END = '\r\n\r\n'
const OVERLAP = HEAD_END.length - 1

/** Internal handle of a Node.js socket. */
interface Handle {
  reading: boolean
  readStart(): void
  readStop(): void
}

/** Bytes received on one connection. */
interface ByteState {
  address: string
  /** Received bytes of the next request head. */
  headBytes: number
  /** The last bytes before and within the newest chunk: the end of a head may span both. */
  tails: [before: string, newest: string]
  /** The latest request while its body may be incomplete. */
  request: IncomingMessage | null
  /** Remaining body bytes of a request that offered an upgrade and announced its length. */
  offer: { response: ServerResponse; bytesLeft: number } | null
  /** Further data is rejected: the parser may have skipped what followed the latest request. */
  isLast: boolean
  stop(): void
}

interface ConnectionBytes {
  /** Call after Node.js has added its own listeners. */
  watch(socket: Socket, address: string): void
  /** Records that a request head is complete. Returns false if the connection can no longer be trusted. */
  startRequest(request: IncomingMessage, response: ServerResponse): boolean
  /** Stops watching after an upgrade. */
  unwatch(socket: Socket): void
}

/**
 * Watches the bytes of HTTP connections before parsing, for what the parser does not report: the size of incomplete
 * heads (at most `headBytesMax` over all connections) and skipped data. After a request that offers an upgrade, the
 * parser skips the rest of the chunk. A client that waits for responses never sends such a rest; where one may exist,
 * the response closes the connection.
 */
export function watchConnectionBytes(headBytesMax: number): ConnectionBytes {
  const heads = limitHeadBytes(headBytesMax)
  const states = new WeakMap<Socket, ByteState>()
  /** The chunk being parsed. */
  let chunk: Buffer = Buffer.alloc(0)

  function setHead(state: ByteState, socket: Socket, bytes: number): void {
    if (state.headBytes === bytes) return
    state.headBytes = bytes
    heads.set(state.address, socket, bytes)
  }

  function receive(state: ByteState, socket: Socket, bytes: Buffer): void {
    chunk = bytes
    const [, before] = state.tails
    state.tails = [before, (before + bytes.toString('latin1', bytes.length - OVERLAP)).slice(-OVERLAP)]
    if (state.request?.complete !== false) {
      state.request = null
      state.offer = null
      setHead(state, socket, state.headBytes + bytes.length)
    } else if (state.offer !== null) {
      state.offer.bytesLeft -= bytes.length
      if (state.offer.bytesLeft < 0) closeAfter(state, state.offer.response)
    }
  }

  function closeAfter(state: ByteState, response: ServerResponse): void {
    state.isLast = true
    response.shouldKeepAlive = false
  }

  /** Bytes of the chunk after the request head. Counts too many if the chunk contains several heads. */
  function bytesAfterHead({ tails: [before] }: ByteState): number {
    const end = chunk.indexOf(HEAD_END)
    const splitEnd = (before + chunk.toString('latin1', 0, OVERLAP)).indexOf(HEAD_END)
    if (splitEnd !== -1) return chunk.length - (splitEnd + HEAD_END.length - before.length)
    return end === -1 ? chunk.length : chunk.length - (end + HEAD_END.length)
  }

  return {
    watch(socket, address) {
      if (socket.destroyed) return
      const onData = (bytes: Buffer) => receive(state, socket, bytes)
      const onPause = () => setReading(socket, false)
      const onResume = () => setReading(socket, true)
      const state: ByteState = {
        address,
        headBytes: 0,
        tails: ['', ''],
        request: null,
        offer: null,
        isLast: false,
        stop: () => void socket.off('data', onData).off('pause', onPause).off('resume', onResume),
      }
      states.set(socket, state)
      socket.prependListener('data', onData).on('pause', onPause).on('resume', onResume)
      socket.once('close', () => setHead(state, socket, 0))
    },

    startRequest(request, response) {
      const { socket } = request
      const state = states.get(socket)
      if (state === undefined || state.isLast) return false
      const bodyBytes = bodyLengthOf(request)
      const bytesAfter = bytesAfterHead(state)
      setHead(state, socket, bodyBytes === null ? 0 : Math.max(bytesAfter - bodyBytes, 0))
      state.request = request
      response.once('close', () => {
        if (request.complete && state.request === request) state.request = null
      })
      if (!offersUpgrade(request)) return true
      if (bodyBytes === null || bytesAfter > bodyBytes) closeAfter(state, response)
      else state.offer = { response, bytesLeft: bodyBytes - bytesAfter }
      return true
    },

    unwatch(socket) {
      const state = states.get(socket)
      if (state === undefined) return
      state.stop()
      setHead(state, socket, 0)
      states.delete(socket)
    },
  }
}

/**
 * Leaves the data of a paused connection in the operating system. Node.js does this only for sockets without a `data`
 * listener; others it reads into memory.
 */
function setReading(socket: Socket, isOn: boolean): void {
  const { _handle: handle } = socket as { _handle?: Handle | null }
  if (!handle || handle.reading === isOn) return
  handle.reading = isOn
  if (isOn) handle.readStart()
  else handle.readStop()
}

/** Null for a chunked body. */
function bodyLengthOf({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding'] !== undefined) return null
  return Number(headers['content-length'] ?? 0)
}

/** Minimum memory cost of an incomplete head. In bytes. */
const HEAD_BYTES_MIN = 4_096

interface HeadBytes {
  /** Sets the size of a connection's incomplete head; 0 if there is none. */
  set(address: string, socket: Socket, bytes: number): void
}

/**
 * Limits the total size of incomplete request heads, which the parser keeps in memory. Beyond `bytesMax` the address
 * with the most bytes loses its oldest such connection. Browsers and proxies send a head at once, so theirs never
 * become the oldest.
 */
function limitHeadBytes(bytesMax: number): HeadBytes {
  const addresses = new Map<string, { bytes: number; heads: Map<Socket, number> }>()
  let total = 0

  function set(address: string, socket: Socket, bytes: number): void {
    const known = addresses.get(address) ?? { bytes: 0, heads: new Map<Socket, number>() }
    const cost = bytes === 0 ? 0 : Math.max(bytes, HEAD_BYTES_MIN)
    const change = cost - (known.heads.get(socket) ?? 0)
    if (cost === 0) known.heads.delete(socket)
    else known.heads.set(socket, cost)
    known.bytes += change
    total += change
    if (known.heads.size === 0) addresses.delete(address)
    else addresses.set(address, known)
  }

  function endOldest(): void {
    let most: [address: string, bytes: number, oldest: Socket] | null = null
    for (const [address, { bytes, heads }] of addresses) {
      const [oldest] = heads.keys()
      if (oldest !== undefined && bytes > (most?.[1] ?? 0)) most = [address, bytes, oldest]
    }
    if (most === null) return
    const [address, , oldest] = most
    set(address, oldest, 0)
    oldest.destroy()
  }

  return {
    set(address, socket, bytes) {
      set(address, socket, bytes)
      while (total > bytesMax) endOldest()
    },
  }
}

const offers = new WeakSet<IncomingMessage>()

/**
 * Request class that ignores upgrade offers except those that `wanted` accepts. Once a server listens to upgrades,
 * Node.js stops parsing each request that offers one. A server may ignore an offer (RFC 9110, section 7.8), so
 * `upgrade` is false for the others and they are answered normally.
 */
export function createRequestClass(wanted: (request: IncomingMessage) => boolean): typeof IncomingMessage {
  return class extends IncomingMessage {
    /** Node.js sets this after parsing the headers and reads it to dispatch the request. */
    set upgrade(isOffered: boolean | null) {
      if (isOffered) offers.add(this)
    }

    get upgrade(): boolean {
      // CONNECT has no handler, so Node.js closes the connection.
      return offers.has(this) && (this.method === 'CONNECT' || wanted(this))
    }
  }
}

/** Whether a normally answered request offered an upgrade. */
function offersUpgrade(request: IncomingMessage): boolean {
  return offers.has(request)
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { boundRequestHeads } from './requestHeads.ts'
import { offersUpgrade } from './upgradeOffers.ts'

const HEAD_END = '\r\n\r\n'
const OVERLAP = HEAD_END.length - 1

/** Node.js' own end of a connection. */
interface Handle {
  reading: boolean
  readStart(): void
  readStop(): void
}

/** What has come over one connection. */
interface Arrival {
  address: string
  /** How much of the next request's head has come. */
  headBytes: number
  /** The last bytes of what came before the newest piece, and of that one: a head's end may lie across both. */
  tails: [before: string, newest: string]
  /** The latest request, while its body may still be on its way. */
  request: IncomingMessage | null
  /** What is to come of its body, if it offered another protocol and told the length. */
  offer: { response: ServerResponse; bytesLeft: number } | null
  /** Nothing more is taken: the parser may have left out what came behind the latest request. */
  isLast: boolean
  stop(): void
}

export interface Arrivals {
  /** To be called after Node.js has its own listeners on the connection. */
  watch(socket: Socket, address: string): void
  /** Notes that a request's head is complete. Returns false if nothing that comes over its connection can be trusted any more. */
  begin(request: IncomingMessage, response: ServerResponse): boolean
  /** Another protocol is spoken from now on. */
  unwatch(socket: Socket): void
}

/**
 * Watches the bytes of HTTP connections before they are parsed, for what the parser does not tell: how much of unfinished heads it
 * holds (at most `headBytesMax` of all connections together), and whether it left something out. After a request that offers
 * another protocol it does not parse the rest of the same piece. Nobody who waits for the answer sends such a rest; where there may be
 * one, the answer ends the connection.
 */
export function watchArrivals(headBytesMax: number): Arrivals {
  const heads = boundRequestHeads(headBytesMax)
  const arrivals = new WeakMap<Socket, Arrival>()
  /** The one that is being parsed. */
  let piece: Buffer = Buffer.alloc(0)

  function setHead(arrival: Arrival, socket: Socket, bytes: number): void {
    if (arrival.headBytes === bytes) return
    arrival.headBytes = bytes
    heads.set(arrival.address, socket, bytes)
  }

  function take(arrival: Arrival, socket: Socket, bytes: Buffer): void {
    piece = bytes
    const [, before] = arrival.tails
    arrival.tails = [before, (before + bytes.toString('latin1', bytes.length - OVERLAP)).slice(-OVERLAP)]
    if (arrival.request?.complete !== false) {
      arrival.request = null
      arrival.offer = null
      setHead(arrival, socket, arrival.headBytes + bytes.length)
    } else if (arrival.offer !== null) {
      arrival.offer.bytesLeft -= bytes.length
      if (arrival.offer.bytesLeft < 0) endWith(arrival, arrival.offer.response)
    }
  }

  function endWith(arrival: Arrival, response: ServerResponse): void {
    arrival.isLast = true
    response.shouldKeepAlive = false
  }

  /** How much of the piece comes after the request's head, or more: where another head ends before it, what lies between counts too. */
  function bytesAfterHead({ tails: [before] }: Arrival): number {
    const end = piece.indexOf(HEAD_END)
    const acrossPieces = (before + piece.toString('latin1', 0, OVERLAP)).indexOf(HEAD_END)
    if (acrossPieces !== -1) return piece.length - (acrossPieces + HEAD_END.length - before.length)
    return end === -1 ? piece.length : piece.length - (end + HEAD_END.length)
  }

  return {
    watch(socket, address) {
      if (socket.destroyed) return
      const onData = (bytes: Buffer) => take(arrival, socket, bytes)
      const onPause = () => readOn(socket, false)
      const onResume = () => readOn(socket, true)
      const arrival: Arrival = {
        address,
        headBytes: 0,
        tails: ['', ''],
        request: null,
        offer: null,
        isLast: false,
        stop: () => void socket.off('data', onData).off('pause', onPause).off('resume', onResume),
      }
      arrivals.set(socket, arrival)
      socket.prependListener('data', onData).on('pause', onPause).on('resume', onResume)
      socket.once('close', () => setHead(arrival, socket, 0))
    },

    begin(request, response) {
      const { socket } = request
      const arrival = arrivals.get(socket)
      if (arrival === undefined || arrival.isLast) return false
      const bodyBytes = bodyLengthOf(request)
      const bytesAfter = bytesAfterHead(arrival)
      setHead(arrival, socket, bodyBytes === null ? 0 : Math.max(bytesAfter - bodyBytes, 0))
      arrival.request = request
      response.once('close', () => {
        if (request.complete && arrival.request === request) arrival.request = null
      })
      if (!offersUpgrade(request)) return true
      if (bodyBytes === null || bytesAfter > bodyBytes) endWith(arrival, response)
      else arrival.offer = { response, bytesLeft: bodyBytes - bytesAfter }
      return true
    },

    unwatch(socket) {
      const arrival = arrivals.get(socket)
      if (arrival === undefined) return
      arrival.stop()
      setHead(arrival, socket, 0)
      arrivals.delete(socket)
    },
  }
}

/**
 * What comes over a paused connection stays with the system. Node.js does so only for connections whose bytes nobody listens to;
 * others it reads into memory.
 */
function readOn(socket: Socket, isOn: boolean): void {
  const { _handle: handle } = socket as { _handle?: Handle | null }
  if (!handle || handle.reading === isOn) return
  handle.reading = isOn
  if (isOn) handle.readStart()
  else handle.readStop()
}

/** Null when it is not told before it ends. */
function bodyLengthOf({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding'] !== undefined) return null
  return Number(headers['content-length'] ?? 0)
}

import type { IncomingMessage, ServerResponse } from 'node:http'

/** Networks deliver hundreds of bytes at a time; a few short pieces come from flushing and from slow lines. */
const FREE_PIECES = 256
const BYTES_A_PIECE_MIN = 64
/** Of what nobody reads any more, since it has been answered. */
const UNREAD_BYTES_A_PIECE_MIN = 512

export interface PieceListeners {
  onPiece: () => void
  onFlood: () => void
}

/**
 * Counts each piece of a body as the parser hands it on, before anybody reads it: chunks of a byte or two cost a node far more
 * to read than anybody to send, whatever the body's length. Calls `onFlood` for such, and lets nothing more of them in.
 */
export function watchPieces(
  request: IncomingMessage,
  response: ServerResponse,
  { onPiece, onFlood }: PieceListeners,
): void {
  const push = request.push
  let pieces = 0
  let bytes = 0
  let isFlood = false
  request.push = (piece: Buffer | null, encoding) => {
    if (isFlood) return false
    onPiece()
    pieces += 1
    bytes += piece?.length ?? 0
    const bytesMin = response.writableEnded ? UNREAD_BYTES_A_PIECE_MIN : BYTES_A_PIECE_MIN
    isFlood = pieces > FREE_PIECES + bytes / bytesMin
    if (!isFlood) return push.call(request, piece, encoding)
    onFlood()
    return false
  }
}

/** How long the rest of a request that was answered already may go on coming, unread, before its connection is cut. */
const DRAIN_MS = 2_000

/** Who is answered while still sending gets to read the answer, for the rest is thrown away; but not for ever. */
export function endUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once('prefinish', () => {
    if (request.complete) return
    const { socket } = request
    // Read by somebody, or Node would throw it away without handing on, uncounted.
    request.on('data', () => undefined)
    request.resume()
    setTimeout(() => {
      if (!request.complete) socket.destroy()
    }, DRAIN_MS).unref()
  })
}

import type { Request } from 'express'

/** Networks deliver hundreds of bytes at a time; a few short pieces come from flushing and from slow lines. */
const FREE_PIECES = 256
const BYTES_A_PIECE_MIN = 64

/**
 * To be told of each piece of a body as it is read: chunks of a byte or two cost a node far more to read than anybody to send,
 * whatever the body's length. Whoever sends such is cut off without an answer, which would only have more of it read.
 */
export function watchPieces({ socket }: Request): (piece: Buffer) => void {
  let pieces = 0
  let bytes = 0
  return piece => {
    pieces += 1
    bytes += piece.length
    if (pieces > FREE_PIECES + bytes / BYTES_A_PIECE_MIN) socket.destroy()
  }
}

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

const PREMATURE_CLOSE = 'ERR_STREAM_PREMATURE_CLOSE'
/** A client that reads nothing for this long counts as gone, even if it sends data. */
const READ_TIMEOUT_MS = 20_000
/** Long enough for a slow connection. */
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000

/** The result of a call that returns a file. Streamed, never held in memory as a whole. */
export class Download {
  readonly fileName: string
  readonly mediaType: string
  readonly content: Readable

  constructor(fileName: string, mediaType: string, content: Readable) {
    this.fileName = fileName
    this.mediaType = mediaType
    this.content = content
  }
}

/**
 * Resolves when everything is sent. If the client disconnects, the content stream is destroyed so that its producer can
 * stop.
 */
export async function sendDownload(
  response: Response,
  download: Download,
  unreadMs = READ_TIMEOUT_MS,
): Promise<void> {
  response.attachment(download.fileName).type(download.mediaType)
  const stopWatching = onUnread(response, unreadMs, () => response.destroy())
  try {
    await pipeline(download.content, response)
  } catch (error) {
    if (!isReceiverGone(error)) throw error
  } finally {
    stopWatching()
  }
}

/** Long enough for some megabytes over a slow connection. */
const BUFFER_TIMEOUT_MS = 2 * 60_000
const PIECE_BYTES = 64 * 1024

/** In one piece the whole buffer would count as written at once, and a slow client as one that reads nothing. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    yield bytes.subarray(start, start + PIECE_BYTES)
}

/** Sends a buffer with the headers already set. Resolves when the client has read it, disconnected or timed out. */
export async function sendBuffer(
  response: Response,
  bytes: Buffer,
  unreadMs = READ_TIMEOUT_MS,
): Promise<void> {
  const stopWatching = onUnread(response, unreadMs, () => response.destroy(), BUFFER_TIMEOUT_MS)
  try {
    response.set('Content-Length', String(bytes.length))
    await pipeline(piecesOf(bytes), response)
  } catch (error) {
    if (!isReceiverGone(error)) throw error
  } finally {
    stopWatching()
  }
}

const isReceiverGone = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === PREMATURE_CLOSE

/** Calls `end` when the client has read nothing between two checks, or after `longestMs`. Returns how to stop. */
function onUnread(
  { socket }: Response,
  unreadMs: number,
  end: () => void,
  longestMs = DOWNLOAD_TIMEOUT_MS,
): () => void {
  let bytesBefore = -1
  const timer = setInterval(() => {
    const bytes = socket?.bytesWritten ?? 0
    if (bytes === bytesBefore) end()
    bytesBefore = bytes
  }, unreadMs)
  const timeout = setTimeout(end, longestMs)
  return () => {
    clearInterval(timer)
    clearTimeout(timeout)
  }
}

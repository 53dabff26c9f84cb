import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Response } from 'express'

const GONE = 'ERR_STREAM_PREMATURE_CLOSE'
/** Whoever takes nothing of it for so long has gone, whatever they say meanwhile: what is kept for them serves others. */
const UNREAD_MS = 20_000
/** Long enough for a slow line, and nobody's for ever. */
const DOWNLOAD_MS = 30 * 60_000

/** What a call answers that is answered with a file: sent as it is made, never held as a whole. */
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

/** Resolves when everything is sent. When the receiver goes away the content is destroyed, so its maker can stop. */
export async function sendDownload(
  response: Response,
  download: Download,
  unreadMs = UNREAD_MS,
): Promise<void> {
  response.attachment(download.fileName).type(download.mediaType)
  const stopWatching = whenUnread(response, unreadMs, () => response.destroy())
  try {
    await pipeline(download.content, response)
  } catch (error) {
    if (!isReceiverGone(error)) throw error
  } finally {
    stopWatching()
  }
}

/** Long enough for some megabytes over a slow line. */
const WHOLE_MS = 2 * 60_000

/** Sends what is held as a whole, of the headers that are set. Resolves when it is taken, or its receiver has gone or taken too long. */
export async function sendWhole(response: Response, bytes: Buffer, unreadMs = UNREAD_MS): Promise<void> {
  const stopWatching = whenUnread(response, unreadMs, () => response.destroy(), WHOLE_MS)
  try {
    response.set('Content-Length', String(bytes.length)).end(bytes)
    await finished(response)
  } catch (error) {
    if (!isReceiverGone(error)) throw error
  } finally {
    stopWatching()
  }
}

const isReceiverGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === GONE

/** Calls `end` once nothing was taken between two looks, or after `longestMs`. Returns how to stop looking. */
function whenUnread(
  { socket }: Response,
  unreadMs: number,
  end: () => void,
  longestMs = DOWNLOAD_MS,
): () => void {
  let takenBefore = -1
  const looking = setInterval(() => {
    const taken = socket?.bytesWritten ?? 0
    if (taken === takenBefore) end()
    takenBefore = taken
  }, unreadMs)
  const tooLong = setTimeout(end, longestMs)
  return () => {
    clearInterval(looking)
    clearTimeout(tooLong)
  }
}

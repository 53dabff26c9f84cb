import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
    const isReceiverGone = error instanceof Error && 'code' in error && error.code === GONE
    if (!isReceiverGone) throw error
  } finally {
    stopWatching()
  }
}

/** Calls `end` once nothing was taken between two looks, or after DOWNLOAD_MS. Returns how to stop looking. */
function whenUnread({ socket }: Response, unreadMs: number, end: () => void): () => void {
  let takenBefore = -1
  const looking = setInterval(() => {
    const taken = socket?.bytesWritten ?? 0
    if (taken === takenBefore) end()
    takenBefore = taken
  }, unreadMs)
  const tooLong = setTimeout(end, DOWNLOAD_MS)
  return () => {
    clearInterval(looking)
    clearTimeout(tooLong)
  }
}

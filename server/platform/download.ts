import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

const GONE = 'ERR_STREAM_PREMATURE_CLOSE'
/** Whoever takes nothing of it for so long has gone: what is kept for them serves others. */
const UNREAD_MS = 20_000

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
  response.setTimeout(unreadMs, () => response.destroy())
  try {
    await pipeline(download.content, response)
  } catch (error) {
    const isReceiverGone = error instanceof Error && 'code' in error && error.code === GONE
    if (!isReceiverGone) throw error
  }
}

import { open } from 'node:fs/promises'
import PQueue from 'p-queue'
import sharp from 'sharp'

// Each picture is drawn once.
sharp.cache(false)

export const PICTURE_MEDIA_TYPE = 'image/webp'

/** Drawing takes one of the four threads that passwords and files need as well: small files can hold each for seconds. */
const drawing = new PQueue({ concurrency: 1 })

/** Draws when everything that was to be drawn before has been. */
export function drawInTurn<Drawn>(draw: () => Promise<Drawn>): Promise<Drawn> {
  return drawing.add(draw)
}

/** As many as tell what it is. */
const START_BYTES = 16

/** The first bytes of a file. */
export async function startOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

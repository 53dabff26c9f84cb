import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A real picture of one colour. */
export function picture(
  format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif',
  width = 400,
  height = 300,
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#1d6b4c' } })
    .toFormat(format)
    .toBuffer()
}

/** A real animation; each frame has another colour. */
export async function animation(
  format: 'gif' | 'webp',
  { width, height, frames }: { width: number; height: number; frames: number },
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3 * frames)
  for (let frame = 0; frame < frames; frame += 1) pixels.fill(frame * 20, frame * width * height * 3)
  const delay = Array.from({ length: frames }, () => 120)
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const
  return sharp(pixels, { raw }).toFormat(format, { delay, loop: 0 }).toBuffer()
}

/** A tiny GIF whose frames are each as large as `side` squared, and declare it in a few bytes. */
export function hugeFrames(side: number, frames: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(side, 0)
  size.writeUInt16LE(side, 2)
  const twoColours = [0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([...twoColours, ...Array.from({ length: frames }, () => frame).flat(), 0x3b]),
  ])
}

/** A file as a browser uploads it; name and type are claims of the uploader. */
export function upload(bytes: Buffer | string, name = 'me.jpg', type = 'image/jpeg'): File {
  return new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })
}

/** A small PNG that decompresses to an enormous picture. */
export function decompressionBomb(side = 30_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * 1_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

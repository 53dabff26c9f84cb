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

/** A picture with more details than fit into half of its file. */
export function noisyPicture(format: 'png' | 'webp'): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 300, height: 300, channels: 3, background: '#000000', noise } })
    .toFormat(format)
    .toBuffer()
}

const CAMERA = 'a camera with a name'

/** A picture by a rotated camera, with its location. Its left half is red, which is on top when it is upright. */
export function sidewaysPicture(): Promise<Buffer> {
  const red = { create: { width: 200, height: 400, channels: 3, background: '#ff0000' } } as const
  return sharp({ create: { width: 400, height: 400, channels: 3, background: '#0000ff' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { Make: CAMERA }, IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** Where the picture is red, and whether it still says where it was taken. */
export async function describeSideways(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const isRed = (x: number, y: number) =>
    (data[(Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels] ?? 0) > 200
  const hasOrigin = (await sharp(bytes).metadata()).exif !== undefined || bytes.includes(CAMERA)
  return { topLeft: isRed(0.1, 0.1), topRight: isRed(0.9, 0.1), bottomLeft: isRed(0.1, 0.9), hasOrigin }
}

/** The description of an upright picture without its location. */
export const UPRIGHT = { topLeft: true, topRight: true, bottomLeft: false, hasOrigin: false }

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

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NOTE_PICTURE_PIXELS, PICTURE_BYTES_MAX } from '#protocol/limits.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import {
  type PictureServingLimits,
  serveNotePictures,
} from '#server/features/notePictures/notePictures.serving.ts'
import { errorHandler } from '#server/platform/errorHandler.ts'
import { animation, decompressionBomb, hugeFrames, picture, upload } from '#tests/support/images.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, type Person } from '#tests/support/person.ts'

let node: TestNode
let author: Person

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  author = await newPerson(node.url)
})
afterAll(() => node.stop())

async function countOfAuthor(): Promise<number> {
  let count = 0
  for await (const _ of node.app.context.stores.notePictures.ofOwner(author.userNo)) count += 1
  return count
}
const send = (bytes: Buffer, name?: string, type?: string) =>
  author.asks(uploadPicture, { picture: upload(bytes, name, type) })

async function stored(bytes: Buffer) {
  const { address, width, height } = await author.does(uploadPicture, { picture: upload(bytes) })
  const response = await fetch(node.url + address)
  return { address, width, height, response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test.each(['jpeg', 'png', 'gif', 'webp'] as const)(
  'a %s becomes a WebP of the largest size, which only its reader’s browser may keep',
  async format => {
    const { address, width, height, response, bytes } = await stored(await picture(format, 3200, 1200))

    expect(address).toMatch(/^\/pictures\/[\da-f]{32}$/)
    expect([width, height]).toEqual([NOTE_PICTURE_PIXELS, 600])
    expect(response.headers.get('Content-Type')).toBe('image/webp')
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
  },
)

test('whoever has a picture already, or asks for nothing but its size, is sent no bytes', async () => {
  const { address, bytes, response } = await stored(await picture('png', 40, 30))
  const etag = response.headers.get('ETag') ?? ''
  const again = await fetch(node.url + address, { headers: { 'If-None-Match': etag } })
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
  const asked = await fetch(node.url + address, { method: 'HEAD' })
  expect([asked.status, asked.headers.get('Content-Length')]).toEqual([200, String(bytes.length)])
  const other = await fetch(node.url + address.replace(/.{4}$/, '0000'), {
    headers: { 'If-None-Match': etag },
  })
  expect(other.status).toBe(404)
})

/** Asks for a picture as if from an address, where so few are sent. */
async function asking(address: string, few: PictureServingLimits) {
  const web = express()
  web.set('trust proxy', true)
  web.use(serveNotePictures({ notePictures: node.app.context.stores.notePictures, limits: few, scale: 1 }))
  web.use(errorHandler(pino({ level: 'silent' }), () => undefined))
  const server = web.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`
  return async (from: string) => (await fetch(url, { headers: { 'X-Forwarded-For': from } })).status
}

const plenty = { atOnce: 1_000, aSecond: 1_000 }
const fewAtOnce = { each: 1, total: 2, waitMs: 1_000 }

test('an address is sent so much and no more, and others go on', async () => {
  const { address, bytes } = await stored(await picture('png', 40, 30))
  expect(bytes.length).toBeLessThan(1_000)
  const traffic = { atOnce: 3, aSecond: 0.001 }
  const ask = await asking(address, { atOnce: fewAtOnce, requests: plenty, traffic })
  const school = await Promise.all(Array.from({ length: 4 }, () => ask('192.0.2.1')))
  expect(school.sort()).toEqual([200, 200, 200, 429])
  expect(await ask('192.0.2.2')).toBe(200)
})

test('nor may an address have very many looked for, those that there are not among them', async () => {
  const requests = { atOnce: 3, aSecond: 0.001 }
  const few = { atOnce: fewAtOnce, requests, traffic: plenty }
  const ask = await asking(`/pictures/${'0'.repeat(32)}`, few)
  const flood = await Promise.all(Array.from({ length: 4 }, () => ask('192.0.2.1')))
  expect(flood.sort()).toEqual([404, 404, 404, 429])
  expect(await ask('192.0.2.2')).toBe(404)
})

test('a JPEG that is drawn over and over is refused', async () => {
  const jpeg = await sharp(await picture('jpeg', 40, 30))
    .jpeg({ progressive: true })
    .toBuffer()
  const last = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  const many = Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(70).fill(last), jpeg.subarray(-2)])
  expect(await send(many)).toMatchObject({ status: 400 })
})

test('a small picture keeps its size, a long one what is read in it, and an endless one its shape', async () => {
  expect(await stored(await picture('png', 40, 30))).toMatchObject({ width: 40, height: 30 })
  expect(await stored(await picture('png', 1080, 8000))).toMatchObject({ width: 1080, height: 8000 })
  expect(await stored(await picture('jpeg', 2000, 20_000))).toMatchObject({ width: 949, height: 9487 })
})

test('a sideways picture is turned upright, and where it was taken is forgotten', async () => {
  // Left half red and right half blue; the camera was turned, so upright the top is red.
  const red = { create: { width: 200, height: 300, channels: 3, background: '#ff0000' } } as const
  const sideways = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#0000ff' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { Make: 'a camera with a name' }, IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()

  const { width, height, bytes } = await stored(sideways)

  expect([width, height]).toEqual([300, 400])
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
  expect([redAt(20, 20) > 200, redAt(280, 20) > 200, redAt(20, 380) > 200]).toEqual([true, true, false])
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  expect(bytes.includes('a camera with a name')).toBe(false)
})

test('16 bits a colour, transparency and the colours of printing come out as colours of the web', async () => {
  const clear = { width: 60, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } as const
  const deep = await sharp({ create: clear }).toColourspace('rgb16').png().toBuffer()
  expect((await sharp(deep).metadata()).depth).toBe('ushort')
  expect(await sharp((await stored(deep)).bytes).metadata()).toMatchObject({ depth: 'uchar', hasAlpha: true })

  const printed = await sharp(await picture('jpeg'))
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  expect((await sharp(printed).metadata()).space).toBe('cmyk')
  expect((await sharp((await stored(printed)).bytes).metadata()).space).toBe('srgb')
})

describe('what moves', () => {
  test.each(['gif', 'webp'] as const)('goes on moving as it did: %s', async format => {
    const { width, height, bytes } = await stored(
      await animation(format, { width: 3200, height: 400, frames: 3 }),
    )
    expect([width, height]).toEqual([NOTE_PICTURE_PIXELS, 200])
    expect(await sharp(bytes).metadata()).toMatchObject({ width, pages: 3, delay: [120, 120, 120], loop: 0 })
  })
})

test('what hides behind a picture is not kept', async () => {
  const polyglot = Buffer.concat([
    await picture('jpeg'),
    Buffer.from('<script>alert("숨은 글")</script>PK\x03\x04'),
  ])
  expect((await stored(polyglot)).bytes.includes('script')).toBe(false)
})

describe('is refused whatever it calls itself, and nothing is kept:', () => {
  const TYPE = 'JPG, PNG, WebP, GIF 그림만 올릴 수 있어요.'
  const BROKEN = '그림을 읽지 못했어요. 다른 파일로 다시 해 주세요.'
  const PIXELS = '그림이 너무 커요. 5천만 화소까지 올릴 수 있어요.'
  test.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['a TIFF', TYPE, () => picture('tiff')],
    ['an AVIF', TYPE, () => picture('avif')],
    ['an SVG', TYPE, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    ['a page', TYPE, () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a sound that is a RIFF', TYPE, () => Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1')],
    ['a page that begins like a PNG', BROKEN, () => Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1')],
    ['a page that begins like a JPEG', BROKEN, () => Buffer.from('\xff\xd8\xff<script>', 'latin1')],
    ['a page that begins like a GIF', BROKEN, () => Buffer.from('GIF89a<script>', 'latin1')],
    ['a page that begins like a WebP', BROKEN, () => Buffer.from('RIFF\x24\0\0\0WEBP<script>', 'latin1')],
    ['half a JPEG', BROKEN, async () => (await picture('jpeg', 1200, 900)).subarray(0, 4_000)],
    ['half a WebP', BROKEN, async () => (await noise('webp')).subarray(0, 4_000)],
    ['half a PNG', BROKEN, async () => (await noise('png')).subarray(0, 4_000)],
    ['a decompression bomb', PIXELS, () => decompressionBomb()],
    ['too many frames', PIXELS, () => hugeFrames(2_000, 13)],
  ])('%s', async (_, message, make) => {
    const before = await countOfAuthor()
    expect(await send(await make())).toEqual({
      status: 400,
      body: { success: false, code: 'invalid', message, field: 'picture' },
    })
    expect(await countOfAuthor()).toBe(before)
  })

  test('nothing at all, and words instead of a file', async () => {
    expect(await author.misuses(uploadPicture, {})).toMatchObject({ status: 400, body: { field: 'picture' } })
    expect(await author.misuses(uploadPicture, { picture: '그림' })).toMatchObject({
      status: 400,
      body: { message: TYPE, field: 'picture' },
    })
  })
})

test('10 MB are taken, and not a byte more', async () => {
  const jpeg = await picture('jpeg')
  const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
  expect(await send(padded(PICTURE_BYTES_MAX))).toMatchObject({ status: 200 })
  expect(await send(padded(PICTURE_BYTES_MAX + 1))).toMatchObject({
    status: 413,
    body: { message: '그림은 10MB까지 올릴 수 있어요.', field: 'picture' },
  })
})

test('an upload that is repeated, even at once, makes one picture', async () => {
  const input = { picture: upload(await picture('png')), requestKey: randomUUID() }
  const both = await Promise.all([author.does(uploadPicture, input), author.does(uploadPicture, input)])
  expect(both[0].address).toBe(both[1].address)
  expect((await author.does(uploadPicture, input)).address).toBe(both[0].address)
  const friend = await newPerson(node.url)
  expect((await friend.does(uploadPicture, input)).address).not.toBe(both[0].address)
})

test('an unknown picture is not found, nor is what only looks like one', async () => {
  for (const id of ['0'.repeat(32), 'A'.repeat(32), '0'.repeat(33), '%00', '[$ne]', '..%2f..%2fetc%2fpasswd'])
    expect((await fetch(`${node.url}/pictures/${id}`)).status, id).toBe(404)
})

/** A picture that does not pack well, so that half of it lacks half of its picture. */
function noise(format: 'png' | 'webp'): Promise<Buffer> {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 300, height: 300, channels: 3, background: '#000000', noise: gaussian } })
    .toFormat(format)
    .toBuffer()
}

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { pino } from 'pino'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NOTE_PICTURE_PIXELS, PICTURE_BYTES_MAX } from '#protocol/limits.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import { serveNotePictures } from '#server/features/notePictures/notePictures.pages.ts'
import type { PictureServingLimits } from '#server/limits.ts'
import { errorHandler } from '#server/platform/errors.ts'
import {
  animation,
  decompressionBomb,
  describeSideways,
  hugeFrames,
  noisyPicture,
  picture,
  sidewaysPicture,
  UPRIGHT,
  upload,
} from '#tests/support/images.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'

const [node] = await openNodes({})
const author = await newUser(node.url)

async function countOfAuthor(): Promise<number> {
  let count = 0
  for await (const _ of node.app.context.repositories.notePictures.streamByOwnerOrAuthor(author.userNo))
    count += 1
  return count
}

const send = (bytes: Buffer, name?: string, type?: string) =>
  author.request(uploadPicture, { picture: upload(bytes, name, type) })

async function uploadAndRead(bytes: Buffer) {
  const { address, width, height } = await author.call(uploadPicture, { picture: upload(bytes) })
  const response = await fetch(node.url + address)
  return { address, width, height, response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test.each(['jpeg', 'png', 'gif', 'webp'] as const)(
  'a %s becomes a WebP of the maximum size, which only its reader’s browser may cache',
  async format => {
    const { address, width, height, response, bytes } = await uploadAndRead(await picture(format, 2000, 400))

    expect(address).toMatch(/^\/pictures\/[\da-f]{32}$/)
    expect([width, height]).toEqual([NOTE_PICTURE_PIXELS, 320])
    expect(response.headers.get('Content-Type')).toBe('image/webp')
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
  },
)

test('a conditional or HEAD request gets no bytes', async () => {
  const { address, bytes, response } = await uploadAndRead(await picture('png', 40, 30))
  const etag = response.headers.get('ETag') ?? ''
  const secondResponse = await fetch(node.url + address, { headers: { 'If-None-Match': etag } })
  expect([secondResponse.status, (await secondResponse.arrayBuffer()).byteLength]).toEqual([304, 0])
  const asked = await fetch(node.url + address, { method: 'HEAD' })
  expect([asked.status, asked.headers.get('Content-Length')]).toEqual([200, String(bytes.length)])
  const other = await fetch(node.url + address.replace(/.{4}$/, '0000'), {
    headers: { 'If-None-Match': etag },
  })
  expect(other.status).toBe(404)
})

/** Requests a picture from an address with a low limit. */
async function asking(address: string, few: PictureServingLimits) {
  const web = express()
  web.set('trust proxy', true)
  web.use(
    serveNotePictures({ notePictures: node.app.context.repositories.notePictures, limits: few, scale: 1 }),
  )
  web.use(errorHandler(pino({ level: 'silent' }), () => undefined))
  const server = web.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`
  return async (from: string) => (await fetch(url, { headers: { 'X-Forwarded-For': from } })).status
}

const plenty = { burst: 1_000, perSecond: 1_000 }
const fewAtOnce = { perKey: 1, total: 2, waitMs: 1_000 }

test('the bytes served to one address are limited, and other addresses are not affected', async () => {
  const { address, bytes } = await uploadAndRead(await picture('png', 40, 30))
  expect(bytes.length).toBeLessThan(1_000)
  const traffic = { burst: 3, perSecond: 0.001 }
  const ask = await asking(address, { atOnce: fewAtOnce, requests: plenty, traffic })
  const school = await Promise.all(Array.from({ length: 4 }, () => ask('192.0.2.1')))
  expect(school.sort()).toEqual([200, 200, 200, 429])
  expect(await ask('192.0.2.2')).toBe(200)
})

test('the number of lookups of one address is limited, including missing pictures', async () => {
  const requests = { burst: 3, perSecond: 0.001 }
  const few = { atOnce: fewAtOnce, requests, traffic: plenty }
  const ask = await asking(`/pictures/${'0'.repeat(32)}`, few)
  const flood = await Promise.all(Array.from({ length: 4 }, () => ask('192.0.2.1')))
  expect(flood.sort()).toEqual([404, 404, 404, 429])
  expect(await ask('192.0.2.2')).toBe(404)
})

test('rejects a JPEG with an excessive number of scans', async () => {
  const jpeg = await sharp(await picture('jpeg', 40, 30))
    .jpeg({ progressive: true })
    .toBuffer()
  const last = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  const many = Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(70).fill(last), jpeg.subarray(-2)])
  expect(await send(many)).toMatchObject({ status: 400 })
})

test('a rotated picture is turned upright, and its location is removed', async () => {
  expect(await describeSideways((await uploadAndRead(await sidewaysPicture())).bytes)).toEqual(UPRIGHT)
})

test('16-bit colours, transparency and print colours are converted to web colours', async () => {
  const clear = { width: 60, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } as const
  const deep = await sharp({ create: clear }).toColourspace('rgb16').png().toBuffer()
  expect((await sharp(deep).metadata()).depth).toBe('ushort')
  expect(await sharp((await uploadAndRead(deep)).bytes).metadata()).toMatchObject({
    depth: 'uchar',
    hasAlpha: true,
  })

  const printed = await sharp(await picture('jpeg'))
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  expect((await sharp(printed).metadata()).space).toBe('cmyk')
  expect((await sharp((await uploadAndRead(printed)).bytes).metadata()).space).toBe('srgb')
})

test.each(['gif', 'webp'] as const)('an animation keeps its frames: %s', async format => {
  const { width, height, bytes } = await uploadAndRead(
    await animation(format, { width: 2000, height: 200, frames: 3 }),
  )
  expect([width, height]).toEqual([NOTE_PICTURE_PIXELS, 160])
  expect(await sharp(bytes).metadata()).toMatchObject({ width, pages: 3, delay: [120, 120, 120], loop: 0 })
})

test('data hidden behind a picture is removed', async () => {
  const polyglot = Buffer.concat([
    await picture('jpeg'),
    Buffer.from('<script>alert("숨은 글")</script>PK\x03\x04'),
  ])
  expect((await uploadAndRead(polyglot)).bytes.includes('script')).toBe(false)
})

describe('is rejected whatever its type claims, and nothing is stored:', () => {
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
    ['half a WebP', BROKEN, async () => (await noisyPicture('webp')).subarray(0, 4_000)],
    ['half a PNG', BROKEN, async () => (await noisyPicture('png')).subarray(0, 4_000)],
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

  test('an empty upload, and text instead of a file', async () => {
    expect(await author.callWithInvalidInput(uploadPicture, {})).toMatchObject({
      status: 400,
      body: { field: 'picture' },
    })
    expect(await author.callWithInvalidInput(uploadPicture, { picture: '그림' })).toMatchObject({
      status: 400,
      body: { message: TYPE, field: 'picture' },
    })
  })
})

test('accepts 10 MB, and not a byte more', async () => {
  const jpeg = await picture('jpeg')
  const padTo = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
  expect(await send(padTo(PICTURE_BYTES_MAX))).toMatchObject({ status: 200 })
  expect(await send(padTo(PICTURE_BYTES_MAX + 1))).toMatchObject({
    status: 413,
    body: { message: '그림은 10MB까지 올릴 수 있어요.', field: 'picture' },
  })
})

test('repeated uploads, even concurrent ones, create one picture', async () => {
  const input = { picture: upload(await picture('png')), requestKey: randomUUID() }
  const both = await Promise.all([author.call(uploadPicture, input), author.call(uploadPicture, input)])
  expect(both[0].address).toBe(both[1].address)
  expect((await author.call(uploadPicture, input)).address).toBe(both[0].address)
  const friend = await newUser(node.url)
  expect((await friend.call(uploadPicture, input)).address).not.toBe(both[0].address)
})

test('an unknown picture is not found, nor an invalid id', async () => {
  for (const id of [
    '0'.repeat(32),
    'A'.repeat(32),
    'A'.repeat(22),
    'a'.repeat(5_000),
    '0'.repeat(33),
    '%00',
    '[$ne]',
    '..%2f..%2fetc%2fpasswd',
  ])
    expect((await fetch(`${node.url}/pictures/${id}`)).status, id).toBe(404)
})

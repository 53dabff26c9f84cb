import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { register, signIn } from '#protocol/accounts.ts'
import { getHubs } from '#protocol/hubs.ts'
import { PICTURE_BYTES_MAX, PICTURE_PIXELS } from '#protocol/limits.ts'
import { call } from '#tests/support/call.ts'
import {
  decompressionBomb,
  describeSideways,
  noisyPicture,
  picture,
  sidewaysPicture,
  UPRIGHT,
  upload,
} from '#tests/support/images.ts'
import { openNodes } from '#tests/support/node.ts'
import { PASSWORD, signInUser } from '#tests/support/users.ts'

const [node] = await openNodes({})
let users = 0

async function registerWith(profPicFile: File) {
  users += 1
  const email = `pictured${users}@example.com`
  const answer = await call(node.url, register, {
    email,
    username: `사진 있는 사람 ${users}`,
    password: PASSWORD,
    profPicFile,
  })
  return { email, ...answer }
}

async function pictureOf(email: string): Promise<{ path: string; response: Response; bytes: Buffer }> {
  const { me } = await (await signInUser(node.url, email)).call(getHubs, {})
  const response = await fetch(node.url + me.profPic)
  return { path: me.profPic, response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test.each(['jpeg', 'png'] as const)(
  'a %s becomes a small square picture that can be cached forever',
  async format => {
    const { email, status } = await registerWith(upload(await picture(format), `내 사진.${format}`))
    expect(status).toBe(200)

    const { path, response, bytes } = await pictureOf(email)

    expect(path).toMatch(/^\/pictures\/[\w-]{22}$/)
    expect(response.headers.get('Content-Type')).toBe('image/webp')
    expect(response.headers.get('Cache-Control')).toContain('immutable')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: PICTURE_PIXELS, height: PICTURE_PIXELS })
  },
)

test('a rotated picture is turned upright, and its location is removed', async () => {
  const { email } = await registerWith(upload(await sidewaysPicture()))
  expect(await describeSideways((await pictureOf(email)).bytes)).toEqual(UPRIGHT)
})

describe('is rejected whatever its type claims:', () => {
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a GIF', () => picture('gif')],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    ['a page that begins like a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1')],
    ['a page that begins like a JPEG', () => Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1')],
    ['half a JPEG', async () => (await picture('jpeg', 1200, 900)).subarray(0, 4_000)],
    ['half a PNG', async () => (await noisyPicture('png')).subarray(0, 4_000)],
    ['a decompression bomb', () => decompressionBomb()],
  ])('%s', async (_, make) => {
    const { email, status, body } = await registerWith(upload(await make()))
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: 'JPG나 PNG 파일인지 확인해 주세요.', field: 'profPicFile' })
    expect((await call(node.url, signIn, { email, password: PASSWORD })).body.authenticated).toBe(false)
  })
})

test('accepts 10 MB, and not a byte more', async () => {
  const padTo = (bytes: number) =>
    picture('jpeg').then(jpeg => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]))

  expect(await registerWith(upload(await padTo(PICTURE_BYTES_MAX)))).toMatchObject({ status: 200 })
  expect(await registerWith(upload(await padTo(PICTURE_BYTES_MAX + 1)))).toMatchObject({
    status: 413,
    body: { message: '10MB 이하 파일만 올릴 수 있어요.', field: 'profPicFile' },
  })
})

test('a form with an empty file input registers without a picture', async () => {
  const email = 'unpictured@example.com'
  const part = (disposition: string, content: string, type = '') =>
    `--x\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n${content}\r\n`
  const asBrowsersDo = [
    part('name="email"', email),
    part('name="username"', '사진 없는 사람'),
    part('name="password"', PASSWORD),
    part('name="profPicFile"; filename=""', '', 'Content-Type: application/octet-stream\r\n'),
    '--x--\r\n',
  ]
  const { status } = await fetch(node.url + register.path, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: asBrowsersDo.join(''),
  })
  expect(status).toBe(200)
  expect((await (await signInUser(node.url, email)).call(getHubs, {})).me.profPic).toBe('')
})

test('rejects a second file, a file in another field and a file for another call', async () => {
  const twice = new FormData()
  twice.append('profPicFile', upload(await picture('jpeg')))
  twice.append('profPicFile', upload(await picture('jpeg')))
  const misnamed = new FormData()
  misnamed.append('__proto__', upload(await picture('jpeg')))
  for (const [path, body] of [
    ['/api/user/register', twice],
    ['/api/user/register', misnamed],
    ['/api/user/signin', misnamed],
  ] as const) {
    expect((await fetch(node.url + path, { method: 'POST', body })).status, path).toBe(400)
  }
})

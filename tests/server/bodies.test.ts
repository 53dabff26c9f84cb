import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request as open } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { register } from '#protocol/accounts.ts'
import { BODY_BYTES_MAX, PICTURE_BYTES_MAX, STRANGERS_BODY_BYTES_MAX } from '#protocol/limits.ts'
import { requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { createTopic } from '#protocol/topics.ts'
import { picture, upload } from '#tests/support/images.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, PASSWORD, type TestUser } from '#tests/support/users.ts'

/** The server authenticates the caller before it reads the body. */
let node: TestNode
let user: TestUser
const sockets: Socket[] = []

/** The temporary directory of this node’s uploads, so that those of other servers do not count. */
let ownTemporary: string
const { TMPDIR } = process.env

beforeAll(async () => {
  ownTemporary = await mkdtemp(join(tmpdir(), 'geulmaru-bodies-'))
  process.env.TMPDIR = ownTemporary
})
afterAll(async () => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  await rm(ownTemporary, { recursive: true })
})
beforeEach(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), rateLimitScale: 1, trustProxy: 1 })
  user = await newUser(node.url)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await node.stop()
})

interface Sending {
  path: string
  headers?: Record<string, string>
}

/** Starts a request, sends the given pieces, and leaves the rest unsent. */
async function begin({ path, headers = {} }: Sending, ...pieces: (string | Buffer)[]): Promise<Socket> {
  const { hostname, port } = new URL(node.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const lines = Object.entries({ Host: 'localhost', 'Transfer-Encoding': 'chunked', ...headers })
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  for (const piece of pieces) if (piece.length > 0) send(socket, piece)
  return socket
}

function send(socket: Socket, piece: string | Buffer): void {
  const bytes = Buffer.from(piece)
  socket.write(`${bytes.length.toString(16)}\r\n`)
  socket.write(bytes)
  socket.write('\r\n')
}

/** The status of a response that arrives before the request is complete. */
async function earlyStatus(socket: Socket): Promise<number> {
  const [answer] = await once(socket, 'data')
  return Number(/^HTTP\/1.1 (\d{3})/.exec(String(answer))?.[1])
}

const form = { 'Content-Type': 'multipart/form-data; boundary=x' }
const json = { 'Content-Type': 'application/json' }
const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = (name: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
const signUp = (email: string) =>
  field('email', email) + field('username', '새로 온 사람') + field('password', PASSWORD)

async function uploadsOnDisk(): Promise<number> {
  const folders = await readdir(ownTemporary)
  const files = await Promise.all(folders.map(name => readdir(join(ownTemporary, name)).catch(() => [])))
  return files.flat().length
}

describe('the body is not read', () => {
  test.each([
    ['without a token', () => ({})],
    ['with a forged token', () => ({ authData: 'a.b.c' })],
  ])('of %s for a call of members', async (_, headers) => {
    const socket = await begin({ path: createTopic.path, headers: { ...json, ...headers() } }, '{"title":"')
    expect(await earlyStatus(socket)).toBe(401)
  })

  test('of a caller who is rate limited', async () => {
    const slow = await startNode({ mongoUrl: await emptyDatabase(), rateLimitScale: 0.01 })
    const ask = () => fetch(slow.url + register.path, { method: 'POST', body: '{', headers: json })
    await ask()
    expect((await ask()).status).toBe(429)
    await slow.stop()
  })
})

describe('a body without a Content-Length is read no further', () => {
  test('than a member may send', async () => {
    const headers = { ...form, authData: user.token }
    const socket = await begin(
      { path: createTopic.path, headers },
      field('title', 'x'.repeat(BODY_BYTES_MAX)),
    )
    expect(await earlyStatus(socket)).toBe(413)
  })

  test('than anybody may send', async () => {
    const long = `{"email":"${'x'.repeat(STRANGERS_BODY_BYTES_MAX)}`
    expect(await earlyStatus(await begin({ path: '/api/user/signin', headers: json }, long))).toBe(413)
    const socket = await begin({ path: '/api/user/signin', headers: form }, field('email', long))
    expect(await earlyStatus(socket)).toBe(413)
  })

  test('than a picture may have, with all its fields', async () => {
    const socket = await begin(
      { path: register.path, headers: form },
      signUp('too-large@example.com'),
      fileHead('profPicFile'),
      Buffer.alloc(PICTURE_BYTES_MAX + 1),
      '\r\n--x--\r\n',
    )
    expect(await earlyStatus(socket)).toBe(413)
  })
})

describe('a file is read', () => {
  const half = Buffer.alloc(BODY_BYTES_MAX)

  test.each([
    ['the sign-up is invalid', register.path, () => signUp('not an address'), 'profPicFile'],
    ['the sign-up is taken', register.path, () => signUp(user.email), 'profPicFile'],
    ['the file comes first', register.path, () => '', 'profPicFile'],
    ['without a token', updateMyInfo.path, () => field('email', user.email), 'imagefile0'],
    ['with a forged token', updateMyInfo.path, () => field('authToken', 'a.b.c'), 'imagefile0'],
  ])('no further than the form’s fields if %s', async (_, path, fields, name) => {
    const socket = await begin({ path, headers: form }, fields(), fileHead(name), half, half)
    expect(await earlyStatus(socket)).toBe(413)
    await expect.poll(uploadsOnDisk).toBe(0)
  })

  test('completely once the sign-up fields before it are valid', async () => {
    const head = signUp('pictured@example.com') + fileHead('profPicFile')
    const rest = Buffer.alloc(4 * BODY_BYTES_MAX)
    const socket = await begin({ path: register.path, headers: form }, head, await picture('jpeg'), rest)
    await expect.poll(uploadsOnDisk).toBe(1)
    send(socket, '\r\n--x--\r\n')
    socket.write('0\r\n\r\n')
    expect(await earlyStatus(socket)).toBe(200)
    await expect.poll(uploadsOnDisk).toBe(0)
  })

  test('completely with a token in the fields before it, or in the header', async () => {
    await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
    const large = upload(Buffer.concat([await picture('jpeg'), Buffer.alloc(2 * BODY_BYTES_MAX)]))
    const inFields = new FormData()
    inFields.set('authToken', user.token)
    inFields.set('imagefile0', large)
    const inHeader = new FormData()
    inHeader.set('imagefile0', large)
    for (const [body, headers] of [
      [inFields, {}],
      [inHeader, { authData: user.token }],
    ] as const) {
      const answer = await fetch(node.url + updateMyInfo.path, { method: 'POST', body, headers })
      expect(await answer.json()).toMatchObject({
        success: true,
        profPicURL: expect.stringMatching(/^\/pictures/),
      })
    }
  })

  test('also before the fields, if it is small', async () => {
    const body = new FormData()
    body.set('profPicFile', upload(await picture('jpeg')))
    for (const [name, value] of [
      ['email', 'first-the-picture@example.com'],
      ['username', '그림 먼저'],
      ['password', PASSWORD],
    ] as const)
      body.set(name, value)
    expect(await (await fetch(node.url + register.path, { method: 'POST', body })).json()).toMatchObject({
      success: true,
    })
  })
})

test('forms that stop before their file do not block sign-ups with a picture', async () => {
  const begun = await Promise.all(
    Array.from({ length: 20 }, () =>
      begin({ path: register.path, headers: form }, signUp('begun@example.com')),
    ),
  )
  const body = new FormData()
  for (const [name, value] of Object.entries({ email: 'pictured2@example.com', username: '사진 있는 사람' }))
    body.set(name, value)
  body.set('password', PASSWORD)
  body.set('profPicFile', upload(await picture('jpeg')))
  const answer = await fetch(node.url + register.path, { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ success: true })
  for (const sender of begun) sender.destroy()
})

test('few half-sent files of one address are read; others wait, and leave nothing behind when they give up', async () => {
  const half = [signUp('half@example.com'), fileHead('profPicFile'), Buffer.alloc(100_000)]
  const senders = await Promise.all(
    Array.from({ length: 10 }, () => begin({ path: register.path, headers: form }, ...half)),
  )
  await expect.poll(uploadsOnDisk).toBe(4)
  for (const sender of senders) sender.destroy()
  await expect.poll(uploadsOnDisk).toBe(0)

  const body = new FormData()
  for (const [name, value] of Object.entries({ email: 'whole@example.com', username: '끝까지 보낸 사람' }))
    body.set(name, value)
  body.set('password', PASSWORD)
  const answer = await fetch(node.url + register.path, { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ success: true })
})

test('half-sent files of one user do not take places of other members, whatever their addresses', async () => {
  const half = [field('authToken', user.token), fileHead('imagefile0'), Buffer.alloc(100_000)]
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].flatMap(address => [
    address,
    address,
    address,
  ])
  const senders = await Promise.all(
    addresses.map(address =>
      begin({ path: updateMyInfo.path, headers: { ...form, 'X-Forwarded-For': address } }, ...half),
    ),
  )
  await expect.poll(uploadsOnDisk).toBe(4)
  const other = await newUser(node.url)
  await other.call(requestMyInfo, { email: other.email, password: PASSWORD })
  expect(await other.call(updateMyInfo, { imagefile0: upload(await picture('jpeg')) })).toMatchObject({
    success: true,
  })
  for (const sender of senders) sender.destroy()
  await expect.poll(uploadsOnDisk).toBe(0)
})

test('a few long bodies of one user are read at a time, and other users do not wait', async () => {
  const headers = { ...json, authData: user.token, 'Transfer-Encoding': 'chunked' }
  const senders = await Promise.all(
    Array.from({ length: 10 }, () => begin({ path: createTopic.path, headers }, '{"title":"')),
  )
  const forms = { ...form, authData: user.token }
  for (let sent = 0; sent < 10; sent += 1)
    senders.push(await begin({ path: createTopic.path, headers: forms }, fileHead('title')))
  const more = fetch(node.url + createTopic.path, {
    method: 'POST',
    headers: { ...json, authData: user.token },
    body: JSON.stringify({ title: '주제', more: 'x'.repeat(100_000) }),
  })
  const other = await newUser(node.url)
  expect((await other.request(createTopic, { title: '주제' })).status).toBe(200)
  expect(await Promise.race([more.then(() => 'read'), 'waits'])).toBe('waits')
  for (const sender of senders) sender.destroy()
  expect((await more).status).toBe(200)
})

test('many users with half-sent long bodies do not keep another user from saving', async () => {
  const users = await Promise.all(Array.from({ length: 25 }, () => newUser(node.url)))
  await Promise.all(
    users.flatMap(({ token }) =>
      Array.from({ length: 20 }, () =>
        begin({ path: createTopic.path, headers: { ...json, authData: token } }, '{'),
      ),
    ),
  )
  const long = { title: '주제', more: 'x'.repeat(100_000) }
  const headers = { ...json, authData: user.token }
  const answer = await fetch(node.url + createTopic.path, {
    method: 'POST',
    headers,
    body: JSON.stringify(long),
  })
  expect(answer.status).toBe(200)
})

test.each([
  ['json', json, '{"title":"'],
  ['multipart', form, '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n'],
])('a %s body in chunks of one byte each is cut off', async (_, type, start) => {
  const socket = await begin({ path: createTopic.path, headers: { ...type, authData: user.token } }, start)
  const closed = once(socket, 'close')
  socket.resume()
  socket.write('1\r\nx\r\n'.repeat(2_000))
  await closed
  expect((await user.request(createTopic, { title: '주제' })).status).toBe(200)
})

test.each([
  ['multipart/mixed; boundary=x', '--x\r\n\r\nx\r\n--x--\r\n'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=', '--\r\n'],
  ['multipart/form-data; boundary=x', `--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n`],
  ['multipart/form-data; boundary=x', `--x\r\nContent-Disposition: attachment; name="title"\r\n\r\nx\r\n--x`],
  ['multipart/form-data; boundary=x', `${field('title', 'x').repeat(50)}--x--\r\n`],
])('%s that cannot be parsed is a bad request: %j', async (type, body) => {
  const headers = { 'Content-Type': type, authData: user.token }
  const answer = await fetch(node.url + createTopic.path, { method: 'POST', headers, body })
  expect(answer.status).toBe(400)
})

test('an aborted body is not logged as a server error', async () => {
  const failures: unknown[] = []
  node.app.context.log.error = (...words: unknown[]) => void failures.push(words)
  const { hostname, port } = new URL(node.url)
  for (const [path, headers, piece] of [
    [createTopic.path, json, '{"title":'],
    [createTopic.path, form, field('title', 'x')],
    [updateMyInfo.path, form, fileHead('imagefile0')],
  ] as const) {
    const sending = open({
      hostname,
      port,
      path,
      method: 'POST',
      headers: { ...headers, authData: user.token },
    })
    sending.on('error', () => undefined)
    sending.write(piece)
    const [socket] = (await once(node.app.http, 'connection')) as [Socket]
    const closed = once(socket, 'close')
    sending.destroy()
    await closed
  }
  expect((await fetch(`${node.url}/api/health`)).status).toBe(200)
  expect(failures).toEqual([])
})

import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request as open } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { register, signOut } from '#protocol/accounts.ts'
import { ANONYMOUS_BODY_BYTES_MAX, BODY_BYTES_MAX, PICTURE_BYTES_MAX } from '#protocol/limits.ts'
import { requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { createTopic } from '#protocol/topics.ts'
import { newIpAddress } from '#tests/support/device.ts'
import { picture, upload } from '#tests/support/images.ts'
import { runAfter } from '#tests/support/interleave.ts'
import { emptyDatabase, openNodes, startNode } from '#tests/support/node.ts'
import { newUser, newUsers, PASSWORD, type TestUser } from '#tests/support/users.ts'

/** The server authenticates the caller before it reads the body. */
let user: TestUser
/** The address of the test. */
let address: string
const sockets: Socket[] = []

const mongoUrl = await emptyDatabase()
const [node] = await openNodes({ mongoUrl, rateLimitScale: 1, trustProxy: 1 })
/** The temporary directory of this node’s uploads, so that those of other servers do not count. */
const ownTemporary = await mkdtemp(join(tmpdir(), 'geulmaru-bodies-'))
const { TMPDIR } = process.env
beforeAll(() => {
  process.env.TMPDIR = ownTemporary
})
afterAll(async () => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  await rm(ownTemporary, { recursive: true })
})
beforeEach(async () => {
  address = newIpAddress()
  user = await newUser(node.url)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
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
  const lines = Object.entries({
    Host: 'localhost',
    'Transfer-Encoding': 'chunked',
    'X-Forwarded-For': address,
    ...headers,
  })
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  for (const piece of pieces) if (piece.length > 0) send(socket, piece)
  return socket
}

/** Starts the same request several times. */
function beginMany(count: number, ...sending: Parameters<typeof begin>): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, () => begin(...sending)))
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

/** Submits a complete form in this order, and returns the reply. */
async function submit(path: string, fields: Record<string, string | File>, headers = {}): Promise<unknown> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const sent = { method: 'POST', body, headers: { 'X-Forwarded-For': address, ...headers } }
  return (await fetch(node.url + path, sent)).json()
}
/** Posts a title with a long rest as JSON, and returns the status. */
async function saveLong(): Promise<number> {
  const headers = { ...json, authData: user.token, 'X-Forwarded-For': address }
  const body = JSON.stringify({ title: '주제', more: 'x'.repeat(100_000) })
  return (await fetch(node.url + createTopic.path, { method: 'POST', headers, body })).status
}
const signUpFields = (email: string) => ({ email, username: `새사람 ${email}`, password: PASSWORD })

async function uploadsOnDisk(): Promise<number> {
  const folders = await readdir(ownTemporary)
  const files = await Promise.all(folders.map(name => readdir(join(ownTemporary, name)).catch(() => [])))
  return files.flat().length
}

test('a call whose session ends before its body is complete is refused', async () => {
  const headers = { ...json, authData: user.token }
  const admitted = runAfter(node.app.context.gate, 'find', () => Promise.resolve())
  const socket = await begin({ path: createTopic.path, headers }, '{"title":')
  await admitted
  await user.call(signOut, { authToken: user.token })
  send(socket, '"주제"}')
  socket.write('0\r\n\r\n')
  expect(await earlyStatus(socket)).toBe(401)
})

describe('the body is not read', () => {
  test.each([
    ['without a token', () => ({})],
    ['with a forged token', () => ({ authData: 'a.b.c' })],
  ])('of %s for a call of members', async (_, headers) => {
    const socket = await begin({ path: createTopic.path, headers: { ...json, ...headers() } }, '{"title":"')
    expect(await earlyStatus(socket)).toBe(401)
  })

  test('of a caller who is rate limited', async () => {
    const slow = await startNode({ mongoUrl, rateLimitScale: 0.01 })
    const ask = () => fetch(slow.url + register.path, { method: 'POST', body: '{', headers: json })
    await ask()
    expect((await ask()).status).toBe(429)
    await slow.stop()
  })
})

describe('a body without a Content-Length is read no further', () => {
  test('than a member may send', async () => {
    const headers = { ...form, authData: user.token }
    const long = field('title', 'x'.repeat(BODY_BYTES_MAX))
    expect(await earlyStatus(await begin({ path: createTopic.path, headers }, long))).toBe(413)
  })

  test('than anybody may send', async () => {
    const long = `{"email":"${'x'.repeat(ANONYMOUS_BODY_BYTES_MAX)}`
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
    const updated = { success: true, profPicURL: expect.stringMatching(/^\/pictures/) }
    const inFields = { authToken: user.token, imagefile0: large }
    expect(await submit(updateMyInfo.path, inFields)).toMatchObject(updated)
    const inHeader = { authData: user.token }
    expect(await submit(updateMyInfo.path, { imagefile0: large }, inHeader)).toMatchObject(updated)
  })

  test('also before the fields, if it is small', async () => {
    const fields = { profPicFile: upload(await picture('jpeg')), ...signUpFields('first@example.com') }
    expect(await submit(register.path, fields)).toMatchObject({ success: true })
  })
})

test('forms that stop before their file do not block sign-ups with a picture', async () => {
  await beginMany(20, { path: register.path, headers: form }, signUp('begun@example.com'))
  const fields = { ...signUpFields('pictured2@example.com'), profPicFile: upload(await picture('jpeg')) }
  expect(await submit(register.path, fields)).toMatchObject({ success: true })
})

test('few half-sent files of one address are read; others wait, and leave nothing behind when they give up', async () => {
  const half = [signUp('half@example.com'), fileHead('profPicFile'), Buffer.alloc(100_000)]
  const senders = await beginMany(10, { path: register.path, headers: form }, ...half)
  await expect.poll(uploadsOnDisk).toBe(4)
  for (const sender of senders) sender.destroy()
  await expect.poll(uploadsOnDisk).toBe(0)

  expect(await submit(register.path, signUpFields('whole@example.com'))).toMatchObject({ success: true })
})

test('half-sent files of one user do not take places of other members, whatever their addresses', async () => {
  const half = [field('authToken', user.token), fileHead('imagefile0'), Buffer.alloc(100_000)]
  const addresses = [1, 2, 3, 4].flatMap(last => Array<string>(3).fill(`192.0.2.${last}`))
  const senders = await Promise.all(
    addresses.map(address =>
      begin({ path: updateMyInfo.path, headers: { ...form, 'X-Forwarded-For': address } }, ...half),
    ),
  )
  await expect.poll(uploadsOnDisk).toBe(4)
  const other = await newUser(node.url)
  await other.call(requestMyInfo, { email: other.email, password: PASSWORD })
  const update = { imagefile0: upload(await picture('jpeg')) }
  expect(await other.call(updateMyInfo, update)).toMatchObject({ success: true })
  for (const sender of senders) sender.destroy()
  await expect.poll(uploadsOnDisk).toBe(0)
})

test('a few long bodies of one user are read at a time, and other users do not wait', async () => {
  const headers = { ...json, authData: user.token, 'Transfer-Encoding': 'chunked' }
  const forms = { ...form, authData: user.token }
  const senders = [
    ...(await beginMany(10, { path: createTopic.path, headers }, '{"title":"')),
    ...(await beginMany(10, { path: createTopic.path, headers: forms }, fileHead('title'))),
  ]
  const more = saveLong()
  const other = await newUser(node.url)
  expect((await other.request(createTopic, { title: '주제' })).status).toBe(200)
  expect(await Promise.race([more.then(() => 'read'), 'waits'])).toBe('waits')
  for (const sender of senders) sender.destroy()
  expect(await more).toBe(200)
})

test('many users with half-sent long bodies do not keep another user from saving', async () => {
  const users = await newUsers(...Array<string>(25).fill(node.url))
  for (const { token } of users)
    await beginMany(20, { path: createTopic.path, headers: { ...json, authData: token } }, '{')
  expect(await saveLong()).toBe(200)
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

test('an aborted body is not logged as a server error', async () => {
  const logged = vi.spyOn(node.app.context.log, 'error')
  const { hostname, port } = new URL(node.url)
  for (const [path, headers, piece] of [
    [createTopic.path, json, '{"title":'],
    [createTopic.path, form, field('title', 'x')],
    [updateMyInfo.path, form, fileHead('imagefile0')],
  ] as const) {
    const sent = { path, method: 'POST', headers: { ...headers, authData: user.token } }
    const sending = open({ hostname, port, ...sent })
    sending.on('error', () => undefined)
    sending.write(piece)
    const [socket] = (await once(node.app.http, 'connection')) as [Socket]
    const closed = once(socket, 'close')
    sending.destroy()
    await closed
  }
  expect((await fetch(`${node.url}/api/health`)).status).toBe(200)
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
})

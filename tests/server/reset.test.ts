import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSignIn, requestPasswordReset, signIn } from '#protocol/accounts.ts'
import {
  TEMPORARY_PASSWORD_LENGTH,
  TEMPORARY_PASSWORD_MS,
  TEMPORARY_PASSWORD_PAUSE_MS,
} from '#protocol/limits.ts'
import { requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { createPasswords, PASSWORD_COST } from '#server/platform/password.ts'
import { call } from '#tests/support/call.ts'
import { newDevice } from '#tests/support/device.ts'
import {
  aboutReset,
  type MailServer,
  startMailServer,
  temporaryPasswordIn,
} from '#tests/support/mailServer.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'

let mails: MailServer
let node: TestNode
let mongoUrl: string
let now = new Date()

beforeAll(async () => {
  mails = await startMailServer()
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl, smtpUrl: mails.url, clock: () => now })
})
afterAll(async () => {
  await node.stop()
  await mails.stop()
})

const askFor = (email: string) => call(node.url, requestPasswordReset, { email })
const trySignIn = async (email: string, password: string) =>
  (await call(node.url, signIn, { email, password })).body

const mailsTo = (email: string) => mails.mailsTo(email, aboutReset)

async function temporaryPasswordFor(email: string): Promise<string> {
  const before = mailsTo(email).length
  expect((await askFor(email)).body).toEqual({ success: true })
  await expect.poll(() => mailsTo(email).length).toBe(before + 1)
  return temporaryPasswordIn(await mails.mailTo(email, aboutReset))
}

test('the mail explains in Korean, as plain text and HTML, what to do and where', async () => {
  const { email, name } = await newUser(node.url, '<b>이름</b>&')
  await askFor(email.toUpperCase())

  const mail = await mails.mailTo(email, aboutReset)

  expect(mail.subject).toBe('[글마루] 임시 비밀번호를 보내 드려요')
  expect(mail.from).toMatchObject({ name: '글마루', address: 'no-reply@geulmaru.example' })
  const password = temporaryPasswordIn(mail)
  expect(password).toMatch(new RegExp(`^[a-zA-Z2-9]{${TEMPORARY_PASSWORD_LENGTH}}$`))
  expect(password).not.toMatch(/[0O1Il]/)
  expect(mail.text).toContain(`${name}님`)
  expect(mail.text).toContain('30분 안에')
  for (const words of [mail.text, mail.html]) {
    expect(words).toContain(password)
    expect(words).toContain('https://geulmaru.example/user/signin')
  }
  expect(mail.html).not.toContain('<b>이름')
})

test('users who prefer English get an English mail', async () => {
  const { email } = await newUser(node.url)
  await fetch(node.url + requestPasswordReset.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en' },
    body: JSON.stringify({ email }),
  })
  expect((await mails.mailTo(email, aboutReset)).subject).toBe('[Geulmaru] Your temporary password')
})

test('a temporary password works once, beside the old one, and must be replaced', async () => {
  const { email } = await newUser(node.url)
  const temporary = await temporaryPasswordFor(email)

  expect(await trySignIn(email, PASSWORD)).toMatchObject({ authenticated: true, mustChangePassword: false })
  const signInUser = await trySignIn(email, temporary)
  expect(signInUser).toMatchObject({ authenticated: true, mustChangePassword: true })
  expect(await trySignIn(email, temporary)).toEqual({ authenticated: false })
  expect(await trySignIn(email, PASSWORD)).toMatchObject({ authenticated: true, mustChangePassword: false })

  if (!signInUser.authenticated) return
  const checked = await call(node.url, checkSignIn, { authToken: signInUser.authToken })
  expect(checked.body).toMatchObject({ authenticated: true, mustChangePassword: true })
})

test('of two concurrent sign-ins with it one succeeds', async () => {
  const { email } = await newUser(node.url)
  const temporary = await temporaryPasswordFor(email)

  const responses = await Promise.all(Array.from({ length: 6 }, () => trySignIn(email, temporary)))

  expect(responses.filter(({ authenticated }) => authenticated)).toHaveLength(1)
})

test('it is valid for the password step of its session, and is deleted once replaced', async () => {
  const { email, token: otherToken } = await newUser(node.url)
  const temporary = await temporaryPasswordFor(email)
  const signInUser = await trySignIn(email, temporary)
  if (!signInUser.authenticated) throw new Error('not signed in')
  const token = signInUser.authToken

  const response = await call(node.url, requestMyInfo, { email, password: temporary }, otherToken)
  expect(response.body).toMatchObject({ authenticated: false })
  const firstNode = await call(node.url, requestMyInfo, { email, password: temporary }, token)
  expect(firstNode.body).toMatchObject({ authenticated: true, mustChangePassword: true })
  const changed = await call(node.url, updateMyInfo, { password: '새 비밀번호 12' }, token)
  expect(changed.body).toMatchObject({ success: true })

  expect((await call(node.url, checkSignIn, {}, token)).body).toMatchObject({ mustChangePassword: false })
  const secondResponse = await call(node.url, requestMyInfo, { email, password: temporary }, token)
  expect(secondResponse.body).toMatchObject({ authenticated: false })
  expect(await trySignIn(email, PASSWORD)).toEqual({ authenticated: false })
  expect(await trySignIn(email, '새 비밀번호 12')).toMatchObject({ mustChangePassword: false })
})

test('it expires after half an hour', async () => {
  const { email } = await newUser(node.url)
  const first = await temporaryPasswordFor(email)
  now = new Date(now.getTime() + TEMPORARY_PASSWORD_MS)
  expect(await trySignIn(email, first)).toEqual({ authenticated: false })
  const second = await temporaryPasswordFor(email)
  now = new Date(now.getTime() + TEMPORARY_PASSWORD_MS - 1)
  expect(await trySignIn(email, second)).toMatchObject({ authenticated: true })
})

test('further requests neither use up the owner’s three mails nor flood the mailbox', async () => {
  const { email } = await newUser(node.url)
  const passwords = [
    await temporaryPasswordFor(email),
    await temporaryPasswordFor(email),
    await temporaryPasswordFor(email),
  ]
  const mailsBefore = mailsTo(email).length
  for (let time = 0; time < 5; time += 1) expect((await askFor(email)).body).toEqual({ success: true })
  now = new Date(now.getTime() + TEMPORARY_PASSWORD_PAUSE_MS - 1)
  expect((await askFor(email)).body).toEqual({ success: true })
  expect(await trySignIn(email, passwords[1] ?? '')).toMatchObject({ authenticated: true })

  // One is used up, so another can be requested.
  const fourth = await temporaryPasswordFor(email)
  expect(mailsTo(email)).toHaveLength(mailsBefore + 1)
  for (const good of [passwords[0], passwords[2], fourth])
    expect(await trySignIn(email, good ?? '')).toMatchObject({ authenticated: true })
})

test('after a pause a new one replaces the oldest', async () => {
  const { email } = await newUser(node.url)
  const oldest = await temporaryPasswordFor(email)
  const second = await temporaryPasswordFor(email)
  await temporaryPasswordFor(email)
  now = new Date(now.getTime() + TEMPORARY_PASSWORD_PAUSE_MS)
  const newest = await temporaryPasswordFor(email)
  expect(await trySignIn(email, oldest)).toEqual({ authenticated: false })
  for (const good of [newest, second])
    expect(await trySignIn(email, good)).toMatchObject({ authenticated: true })
})

test('a new password invalidates all of them', async () => {
  const { email } = await newUser(node.url)
  const passwords = [await temporaryPasswordFor(email), await temporaryPasswordFor(email)]
  const last = await temporaryPasswordFor(email)
  const signInUser = await trySignIn(email, last)
  if (!signInUser.authenticated) throw new Error('not signed in')
  await call(node.url, requestMyInfo, { email, password: last }, signInUser.authToken)
  await call(node.url, updateMyInfo, { password: '새 비밀번호 12' }, signInUser.authToken)
  for (const password of passwords) expect(await trySignIn(email, password)).toEqual({ authenticated: false })
})

test('three requests per address and account, then the next address', async () => {
  const limited = await startNode({
    mongoUrl,
    smtpUrl: mails.url,
    clock: () => now,
    rateLimitScale: 1,
    trustProxy: 1,
  })
  const { email } = await newUser(limited.url)
  const stranger = newDevice(limited.url)
  for (let time = 0; time < 3; time += 1)
    expect(await stranger.requestReset(email)).toMatchObject({ status: 200, body: { success: true } })
  expect(await stranger.requestReset(email)).toMatchObject({ status: 429, body: { code: 'tooMany' } })

  expect((await newDevice(limited.url).requestReset(email)).body).toEqual({ success: true })
  await expect.poll(() => mailsTo(email).length).toBe(3)
  for (const mail of mailsTo(email))
    expect(await trySignIn(email, temporaryPasswordIn(mail))).toMatchObject({ authenticated: true })
  await limited.stop()
})

test('an unknown or malformed address is reported, and nothing is sent', async () => {
  const resets = () => mails.received.filter(({ subject }) => aboutReset.test(subject ?? ''))
  const before = resets().length
  for (const email of ['nobody@example.com', '', 'not an address', 'a@b.com\r\nBcc: all@example.com'])
    expect((await askFor(email)).body).toEqual({
      success: false,
      message: '가입 정보가 없어요. 이메일을 확인해 주세요.',
    })
  expect(resets()).toHaveLength(before)
})

test('known and unknown addresses have the same response time', async () => {
  const real = await startNode({
    mongoUrl,
    smtpUrl: mails.url,
    passwords: createPasswords(PASSWORD_COST),
  })
  const { email } = await newUser(real.url)
  const ask = (address: string) => call(real.url, requestPasswordReset, { email: address })
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 15; round += 1) {
    known.push(await timeOf(() => ask(email)))
    unknown.push(await timeOf(() => ask('nobody.at.all@example.com')))
  }
  await real.stop()
  const ratio = median(known) / median(unknown)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('neither the password nor its mail can be read in the database', async () => {
  const { email, userNo } = await newUser(node.url)
  const temporary = await temporaryPasswordFor(email)
  const user = await node.app.context.repositories.users.findByNo(userNo)
  expect(user?.temporaryPassword?.hash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(user)).not.toContain(temporary)
})

test('without a mail server the mail becomes a file that only its owner can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-outbox-'))
  const lonely = await startNode({ mongoUrl, dataDir })
  const { email } = await newUser(lonely.url)
  await call(lonely.url, requestPasswordReset, { email })
  await lonely.stop()

  const [name = ''] = await readdir(join(dataDir, 'outbox'))
  const path = join(dataDir, 'outbox', name)
  expect(name).toMatch(/\.eml$/)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const mail = await PostalMime.parse(await readFile(path))
  expect(temporaryPasswordIn(mail)).toHaveLength(TEMPORARY_PASSWORD_LENGTH)
  await rm(dataDir, { recursive: true })
})

test('an unreachable mail server neither fails nor delays the response', async () => {
  const cut = await startNode({ mongoUrl, smtpUrl: 'smtp://127.0.0.1:1' })
  const { email } = await newUser(cut.url)
  expect((await call(cut.url, requestPasswordReset, { email })).body).toEqual({ success: true })
  await cut.stop()
})

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

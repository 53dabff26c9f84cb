import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { checkSignIn, requestPasswordReset, signIn } from '#protocol/accounts.ts'
import { getSuggestions } from '#protocol/agora.ts'
import {
  TEMPORARY_PASSWORD_LENGTH,
  TEMPORARY_PASSWORD_MS,
  TEMPORARY_PASSWORD_PAUSE_MS,
} from '#protocol/limits.ts'
import { getSessions, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import { markOf } from '#server/features/accounts/temporaryPasswords.ts'
import { allRoutes } from '#server/routes.ts'
import { call } from '#tests/support/call.ts'
import { newDevice } from '#tests/support/device.ts'
import { aboutReset, startMailServer, temporaryPasswordIn } from '#tests/support/mailServer.ts'
import { openNodes, startNode } from '#tests/support/node.ts'
import { handshakeError, openSocket } from '#tests/support/testSocket.ts'
import { newAdministrator, newUser, PASSWORD, signInUser, type TestUser } from '#tests/support/users.ts'

let now = new Date()
const mails = await startMailServer()
const redisUrl = inject('redisUrl')
const mailing = { smtpUrl: mails.url, clock: () => now }
const [node, firstNode, secondNode] = await openNodes(mailing, { redisUrl }, { redisUrl })
afterAll(mails.stop)
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

test('the mail explains in Korean what to do and where, and nothing waits for it', async () => {
  const { email, name, userNo } = await newUser(node.url, '<b>이름</b>&')
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
  const user = await node.app.context.repositories.users.findByNo(userNo)
  expect(user?.temporaryPassword?.hash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(user)).not.toContain(password)

  const cut = await startNode({ mongoUrl: node.mongoUrl, smtpUrl: 'smtp://127.0.0.1:1' })
  expect((await call(cut.url, requestPasswordReset, { email })).body, 'without a mail server').toEqual({
    success: true,
  })
  await cut.stop()
})

test('a temporary password works once, beside the old one, and must be replaced', async () => {
  const { email } = await newUser(node.url)
  const temporary = await temporaryPasswordFor(email)

  expect(await trySignIn(email, PASSWORD)).toMatchObject({ authenticated: true, mustChangePassword: false })
  // Of concurrent sign-ins with it one succeeds.
  const signIns = await Promise.all(Array.from({ length: 6 }, () => trySignIn(email, temporary)))
  const [signedIn, ...more] = signIns.filter(({ authenticated }) => authenticated)
  expect(signedIn).toMatchObject({ mustChangePassword: true })
  expect(more).toEqual([])
  expect(await trySignIn(email, PASSWORD)).toMatchObject({ authenticated: true, mustChangePassword: false })

  if (!signedIn?.authenticated) return
  const checked = await call(node.url, checkSignIn, { authToken: signedIn.authToken })
  expect(checked.body).toMatchObject({ authenticated: true, mustChangePassword: true })
})

test('it is valid for the password step of its session, and is deleted once replaced', async () => {
  const { email, token: otherToken } = await newUser(node.url)
  const temporary = await temporaryPasswordFor(email)
  const signedIn = await trySignIn(email, temporary)
  if (!signedIn.authenticated) throw new Error('not signed in')
  const token = signedIn.authToken

  const elsewhere = await call(node.url, requestMyInfo, { email, password: temporary }, otherToken)
  expect(elsewhere.body).toMatchObject({ authenticated: false })
  const proven = await call(node.url, requestMyInfo, { email, password: temporary }, token)
  expect(proven.body).toMatchObject({ authenticated: true, mustChangePassword: true })
  const changed = await call(node.url, updateMyInfo, { password: '새 비밀번호 12' }, token)
  expect(changed.body).toMatchObject({ success: true })

  expect((await call(node.url, checkSignIn, {}, token)).body).toMatchObject({ mustChangePassword: false })
  const again = await call(node.url, requestMyInfo, { email, password: temporary }, token)
  expect(again.body).toMatchObject({ authenticated: false })
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
  const passwords: string[] = []
  for (let made = 0; made < 3; made += 1) passwords.push(await temporaryPasswordFor(email))
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
  const signedIn = await trySignIn(email, last)
  if (!signedIn.authenticated) throw new Error('not signed in')
  await call(node.url, requestMyInfo, { email, password: last }, signedIn.authToken)
  await call(node.url, updateMyInfo, { password: '새 비밀번호 12' }, signedIn.authToken)
  for (const password of passwords) expect(await trySignIn(email, password)).toEqual({ authenticated: false })
})

test('three requests per address and account, then the next address', async () => {
  const limited = await startNode({ ...mailing, mongoUrl: node.mongoUrl, rateLimitScale: 1, trustProxy: 1 })
  const { email } = await newUser(limited.url)
  const unknownDevice = newDevice(limited.url)
  for (let time = 0; time < 3; time += 1)
    expect(await unknownDevice.requestReset(email)).toMatchObject({ status: 200, body: { success: true } })
  expect(await unknownDevice.requestReset(email)).toMatchObject({ status: 429, body: { code: 'tooMany' } })

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

test('without a mail server the mail becomes a file that only its owner can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-outbox-'))
  const lonely = await startNode({ mongoUrl: node.mongoUrl, dataDir })
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

const TEMPORARY = 'temporary7'
const NEW_PASSWORD = '새 비밀번호 12'

/** Signs in with a temporary password that was not mailed. */
async function signedInTemporarily({ email }: TestUser, url = firstNode.url): Promise<string> {
  const expiresAt = new Date(Date.now() + TEMPORARY_PASSWORD_MS)
  const temporaryPassword = {
    hash: await firstNode.app.context.passwords.hash(TEMPORARY),
    mark: markOf(TEMPORARY),
    expiresAt,
  }
  await firstNode.app.context.repositories.users.addTemporaryPassword(email, temporaryPassword, new Date())
  // Such a session is never remembered, even on request.
  const { body } = await call(url, signIn, { email, password: TEMPORARY, stays: true })
  if (!body.authenticated || body.stays) throw new Error(`${email} cannot sign in`)
  return body.authToken
}

async function replacePassword({ email }: TestUser, token: string): Promise<void> {
  await call(firstNode.url, requestMyInfo, { email, password: TEMPORARY }, token)
  const { body } = await call(firstNode.url, updateMyInfo, { password: NEW_PASSWORD }, token)
  if (!body.success) throw new Error(body.message)
}

describe('until it is replaced', () => {
  const open = [
    '/api/user/endothersessions',
    '/api/user/endsession',
    '/api/user/getsessions',
    '/api/user/reqmyinfo',
    '/api/user/updatemyinfo',
  ]

  test('it authorizes only the calls that replace it, even for an administrator', async () => {
    const administrator = await newAdministrator(firstNode)
    const token = await signedInTemporarily(administrator)
    const answered: string[] = []
    for (const { call: called } of allRoutes(firstNode.app.context)) {
      if (called.access === 'open') continue
      const { status, body } = await call(firstNode.url, { ...called, encoding: 'json' as const }, {}, token)
      const rejection = { code: 'passwordChangeNeeded', message: expect.stringContaining('임시 비밀번호') }
      if (status === 403) expect(body, called.path).toMatchObject(rejection)
      else answered.push(called.path)
    }
    expect([...new Set(answered)].sort()).toEqual(open)
  })

  test('it changes nothing else, and cannot become the password itself', async () => {
    const user = await newUser(firstNode.url)
    const token = await signedInTemporarily(user)
    await call(firstNode.url, requestMyInfo, { email: user.email, password: TEMPORARY }, token)
    const mobile = await call(firstNode.url, updateMyInfo, { mobile: '010-3333-4444' }, token)
    expect(mobile).toMatchObject({ status: 403, body: { code: 'passwordChangeNeeded' } })
    const same = await call(firstNode.url, updateMyInfo, { password: TEMPORARY }, token)
    expect(same).toMatchObject({ status: 400, body: { field: 'password' } })
    await replacePassword(user, token)
    const step = await call(
      firstNode.url,
      requestMyInfo,
      { email: user.email, password: NEW_PASSWORD },
      token,
    )
    expect(step.body).toMatchObject({ authenticated: true, mobile: '' })
  })

  test('public calls stay public, existing sessions stay, and it opens no socket', async () => {
    const user = await newUser(firstNode.url)
    const token = await signedInTemporarily(user)
    expect((await call(firstNode.url, getSuggestions, {}, token)).body.success).toBe(true)
    expect(await handshakeError(secondNode.url, { token, protocol: 1 })).toBe('password-change-needed')
    await user.call(getTopics, {})
  })
})

describe('once it is replaced', () => {
  test('this session may do everything immediately, on every node', async () => {
    const user = await newUser(firstNode.url)
    const token = await signedInTemporarily(user)
    expect((await call(secondNode.url, getTopics, {}, token)).status).toBe(403)
    await replacePassword(user, token)
    for (const { url } of [firstNode, secondNode]) {
      expect((await call(url, getTopics, {}, token)).status).toBe(200)
      const tab = await openSocket(url, token)
      tab.close()
    }
  })

  test('all other sessions end, on every node', async () => {
    const user = await newUser(firstNode.url)
    const otherSession = await signInUser(secondNode.url, user.email)
    const tab = await otherSession.openSocket()
    const second = await signedInTemporarily(user, secondNode.url)
    const token = await signedInTemporarily(user)
    await replacePassword(user, token)
    await tab.waitForEvent('session:ended')
    tab.close()
    for (const ended of [user.token, otherSession.token, second])
      expect((await call(secondNode.url, getSessions, {}, ended)).status).toBe(401)
  })
})

test('the password step counts for one change of the password', async () => {
  const user = await newUser(firstNode.url)
  const token = await signedInTemporarily(user)
  await replacePassword(user, token)
  const secondResponse = await call(firstNode.url, updateMyInfo, { password: '또 다른 비밀번호' }, token)
  expect(secondResponse.body).toMatchObject({ success: false, authenticated: false })
  expect(secondResponse.body).toMatchObject({ message: expect.stringContaining('비밀번호를 다시 입력') })
  const answer = await call(firstNode.url, signIn, { email: user.email, password: NEW_PASSWORD })
  expect(answer.body).toMatchObject({ authenticated: true, mustChangePassword: false })
})

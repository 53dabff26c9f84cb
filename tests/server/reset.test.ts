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
import { newPerson, PASSWORD } from '#tests/support/person.ts'

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

test('the mail says in Korean, plain and in HTML, what to do and where', async () => {
  const { email, name } = await newPerson(node.url, '<b>이름</b>&')
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

test('whoever prefers English gets an English mail', async () => {
  const { email } = await newPerson(node.url)
  await fetch(node.url + requestPasswordReset.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en' },
    body: JSON.stringify({ email }),
  })
  expect((await mails.mailTo(email, aboutReset)).subject).toBe('[Geulmaru] Your temporary password')
})

test('it works once, beside the old password, and says that it must be changed', async () => {
  const { email } = await newPerson(node.url)
  const temporary = await temporaryPasswordFor(email)

  expect(await trySignIn(email, PASSWORD)).toMatchObject({ authenticated: true, mustChangePassword: false })
  const signedIn = await trySignIn(email, temporary)
  expect(signedIn).toMatchObject({ authenticated: true, mustChangePassword: true })
  expect(await trySignIn(email, temporary)).toEqual({ authenticated: false })
  expect(await trySignIn(email, PASSWORD)).toMatchObject({ authenticated: true, mustChangePassword: false })

  if (!signedIn.authenticated) return
  const checked = await call(node.url, checkSignIn, { authToken: signedIn.authToken })
  expect(checked.body).toMatchObject({ authenticated: true, mustChangePassword: true })
})

test('of two who use it in the same moment one gets in', async () => {
  const { email } = await newPerson(node.url)
  const temporary = await temporaryPasswordFor(email)

  const tries = await Promise.all(Array.from({ length: 6 }, () => trySignIn(email, temporary)))

  expect(tries.filter(({ authenticated }) => authenticated)).toHaveLength(1)
})

test('it is good for the password step of the session that it opened, and is forgotten once replaced', async () => {
  const { email, token: otherToken } = await newPerson(node.url)
  const temporary = await temporaryPasswordFor(email)
  const signedIn = await trySignIn(email, temporary)
  if (!signedIn.authenticated) throw new Error('not signed in')
  const token = signedIn.authToken

  const elsewhere = await call(node.url, requestMyInfo, { email, password: temporary }, otherToken)
  expect(elsewhere.body).toMatchObject({ authenticated: false })
  const here = await call(node.url, requestMyInfo, { email, password: temporary }, token)
  expect(here.body).toMatchObject({ authenticated: true, mustChangePassword: true })
  const changed = await call(node.url, updateMyInfo, { password: '새 비밀번호 12' }, token)
  expect(changed.body).toMatchObject({ success: true })

  expect((await call(node.url, checkSignIn, {}, token)).body).toMatchObject({ mustChangePassword: false })
  const again = await call(node.url, requestMyInfo, { email, password: temporary }, token)
  expect(again.body).toMatchObject({ authenticated: false })
  expect(await trySignIn(email, PASSWORD)).toEqual({ authenticated: false })
  expect(await trySignIn(email, '새 비밀번호 12')).toMatchObject({ mustChangePassword: false })
})

test('it is worth nothing after half an hour', async () => {
  const { email } = await newPerson(node.url)
  const first = await temporaryPasswordFor(email)
  now = new Date(now.getTime() + TEMPORARY_PASSWORD_MS)
  expect(await trySignIn(email, first)).toEqual({ authenticated: false })
  const second = await temporaryPasswordFor(email)
  now = new Date(now.getTime() + TEMPORARY_PASSWORD_MS - 1)
  expect(await trySignIn(email, second)).toMatchObject({ authenticated: true })
})

test('whoever asks for further ones takes none of the three from its owner, nor floods the mailbox', async () => {
  const { email } = await newPerson(node.url)
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

  // One of them is used up, so there is a place for another.
  const fourth = await temporaryPasswordFor(email)
  expect(mailsTo(email)).toHaveLength(mailsBefore + 1)
  for (const good of [passwords[0], passwords[2], fourth])
    expect(await trySignIn(email, good ?? '')).toMatchObject({ authenticated: true })
})

test('after a pause a further one takes the place of the oldest', async () => {
  const { email } = await newPerson(node.url)
  const oldest = await temporaryPasswordFor(email)
  const second = await temporaryPasswordFor(email)
  await temporaryPasswordFor(email)
  now = new Date(now.getTime() + TEMPORARY_PASSWORD_PAUSE_MS)
  const newest = await temporaryPasswordFor(email)
  expect(await trySignIn(email, oldest)).toEqual({ authenticated: false })
  for (const good of [newest, second])
    expect(await trySignIn(email, good)).toMatchObject({ authenticated: true })
})

test('a new password makes all of them worthless', async () => {
  const { email } = await newPerson(node.url)
  const passwords = [await temporaryPasswordFor(email), await temporaryPasswordFor(email)]
  const last = await temporaryPasswordFor(email)
  const signedIn = await trySignIn(email, last)
  if (!signedIn.authenticated) throw new Error('not signed in')
  await call(node.url, requestMyInfo, { email, password: last }, signedIn.authToken)
  await call(node.url, updateMyInfo, { password: '새 비밀번호 12' }, signedIn.authToken)
  for (const password of passwords) expect(await trySignIn(email, password)).toEqual({ authenticated: false })
})

test('three of one address for one account, and then the next address', async () => {
  const limited = await startNode({
    mongoUrl,
    smtpUrl: mails.url,
    clock: () => now,
    rateLimitScale: 1,
    trustProxy: 1,
  })
  const { email } = await newPerson(limited.url)
  const stranger = newDevice(limited.url)
  for (let time = 0; time < 3; time += 1)
    expect(await stranger.asksForReset(email)).toMatchObject({ status: 200, body: { success: true } })
  expect(await stranger.asksForReset(email)).toMatchObject({ status: 429, body: { code: 'tooMany' } })

  expect((await newDevice(limited.url).asksForReset(email)).body).toEqual({ success: true })
  await expect.poll(() => mailsTo(email).length).toBe(3)
  for (const mail of mailsTo(email))
    expect(await trySignIn(email, temporaryPasswordIn(mail))).toMatchObject({ authenticated: true })
  await limited.stop()
})

test('an unknown or senseless address is told so, and nothing is sent', async () => {
  const resets = () => mails.received.filter(({ subject }) => aboutReset.test(subject ?? ''))
  const before = resets().length
  for (const email of ['nobody@example.com', '', 'not an address', 'a@b.com\r\nBcc: all@example.com'])
    expect((await askFor(email)).body).toEqual({
      success: false,
      message: '가입 정보가 없어요. 이메일을 확인해 주세요.',
    })
  expect(resets()).toHaveLength(before)
})

test('known and unknown addresses take equally long', async () => {
  const real = await startNode({
    mongoUrl,
    smtpUrl: mails.url,
    passwords: createPasswords(PASSWORD_COST),
  })
  const { email } = await newPerson(real.url)
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
  const { email, userNo } = await newPerson(node.url)
  const temporary = await temporaryPasswordFor(email)
  const user = await node.app.context.stores.users.byNo(userNo)
  expect(user?.temporaryPassword?.hash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(user)).not.toContain(temporary)
})

test('without a mail server the mail becomes a file that its owner alone can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-outbox-'))
  const lonely = await startNode({ mongoUrl, dataDir })
  const { email } = await newPerson(lonely.url)
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

test('a dead mail server neither fails nor delays the answer', async () => {
  const cut = await startNode({ mongoUrl, smtpUrl: 'smtp://127.0.0.1:1' })
  const { email } = await newPerson(cut.url)
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

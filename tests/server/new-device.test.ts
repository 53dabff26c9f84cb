import { afterAll, expect, test } from 'vitest'
import { register, requestPasswordReset } from '#protocol/accounts.ts'
import { getInbox } from '#protocol/inbox.ts'
import { signInByPasskey } from '#protocol/passkeys.ts'
import { type Authenticator, registerPasskey, requestSignInChallenge } from '#tests/support/authenticator.ts'
import { call } from '#tests/support/call.ts'
import { newDevice } from '#tests/support/device.ts'
import {
  aboutNewDevice,
  aboutReset,
  startMailServer,
  temporaryPasswordIn,
} from '#tests/support/mailServer.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

const now = new Date('2026-03-01T06:20:00Z')
const mails = await startMailServer()
const parts = { smtpUrl: mails.url, clock: () => now, trustProxy: 1 }
const [node, limited, alone] = await openNodes(parts, { ...parts, rateLimitScale: 1 }, {})
afterAll(mails.stop)

let users = 0

/** Creates a user who has never signed in. */
async function newAccount(url = node.url) {
  users += 1
  const email = `newcomer${users}@example.com`
  await call(url, register, { email, username: `새로 온 사람 ${users}`, password: PASSWORD })
  return { email, username: `새로 온 사람 ${users}` }
}

/** Sends one more mail and waits for it: the mails of a node arrive in order, so the earlier ones have arrived, too. */
async function waitForAllMails(url = node.url): Promise<void> {
  const { email } = await newAccount(url)
  await mails.mailTo(email)
}

const mailsTo = (email: string) => mails.mailsTo(email, aboutNewDevice)

test('mails the owner about a new device: which, when and what to do, and nothing that authorizes anything', async () => {
  const { email, username } = await newAccount()
  await newDevice(node.url).signIn(email)
  const other = newDevice(node.url, { userAgent: CHROME })
  await other.signIn(email)

  const mail = await mails.mailTo(email, aboutNewDevice)

  expect(mail.subject).toBe('[글마루] 새 기기에서 로그인했어요')
  for (const words of [mail.text, mail.html]) {
    expect(words).toContain(`${username}님`)
    expect(words).toContain('Chrome · Windows, 2026년 3월 1일 15:20 (한국 시간)')
    expect(words).toContain('비밀번호를 바꿔 주세요')
    expect(words).toContain('https://geulmaru.example/user/myinfo')
    expect(words).not.toContain(other.address)
  }
})

test('in English for users who prefer it', async () => {
  const { email } = await newAccount()
  await newDevice(node.url).signIn(email)
  await newDevice(node.url, { language: 'en' }).signIn(email)
  const mail = await mails.mailTo(email, aboutNewDevice)
  expect(mail.subject).toBe('[Geulmaru] A new device has signed in')
  expect(mail.text).toContain('Unknown device, March 1, 2026 at 15:20 (Korean time)')
})

test('sends no mail for the first device, a known one, or a wrong password', async () => {
  const { email } = await newAccount()
  const own = newDevice(node.url)
  await own.signIn(email)
  await own.signIn(email)
  await newDevice(node.url).signIn(email, 'guess')
  await waitForAllMails()
  expect(mailsTo(email)).toHaveLength(0)
})

test('sends no mail for a temporary password, which was just mailed to the same mailbox', async () => {
  const { email } = await newAccount()
  await newDevice(node.url).signIn(email)
  await call(node.url, requestPasswordReset, { email })
  const temporary = temporaryPasswordIn(await mails.mailTo(email, aboutReset))
  expect((await newDevice(node.url).signIn(email, temporary)).body.authenticated).toBe(true)
  await waitForAllMails()
  expect(mailsTo(email)).toHaveLength(0)
})

test('sends at most five an hour', async () => {
  const { email } = await newAccount()
  for (let time = 0; time < 8; time += 1)
    expect((await newDevice(limited.url).signIn(email)).body.authenticated).toBe(true)
  await waitForAllMails(limited.url)
  expect(mailsTo(email)).toHaveLength(5)
})

test('sends an address at most twenty a day, also if accounts with it are deleted and created again', async () => {
  const email = 'not.asked@example.com'
  for (let account = 0; account < 5; account += 1) {
    const signUp = { email, username: `남의 주소 ${account}`, password: PASSWORD }
    const { body } = await call(limited.url, register, signUp)
    if (!body.success) throw new Error('not created')
    for (let time = 0; time < 6; time += 1) await newDevice(limited.url).signIn(email)
    await limited.app.context.repositories.users.delete(body.userNo)
  }
  await waitForAllMails(limited.url)
  expect(mailsTo(email)).toHaveLength(20)
})

test('sends nothing without a mail server', async () => {
  const sent: unknown[] = []
  alone.app.context.mailer.send = mail => void sent.push(mail)
  const { email } = await newAccount()
  await newDevice(alone.url).signIn(email)
  await newDevice(alone.url).signIn(email)
  expect(sent).toEqual([])
})

async function signsIn(authenticator: Authenticator) {
  const credential = authenticator.createAssertion({ challenge: await requestSignInChallenge(node.url) })
  return (await call(node.url, signInByPasskey, { credential })).body
}

const isIn = { authenticated: true, mustChangePassword: false }

test('a new device is reported to its owner, as with a password', async () => {
  const user = await newUser(node.url)
  expect(await signsIn(await registerPasskey(user))).toMatchObject(isIn)
  const mail = await mails.mailTo(user.email, aboutNewDevice)
  expect(mail.subject).toContain('새 기기')
  expect((await user.call(getInbox, {})).news).toMatchObject([{ kind: 'device' }])
})

test('a device known from password sign-ins is not new, and is remembered on request', async () => {
  const user = await newUser(node.url)
  const authenticator = await registerPasskey(user)
  const device = newDevice(node.url)
  await device.signIn(user.email)
  const before = (await user.call(getInbox, {})).news
  const credential = authenticator.createAssertion({ challenge: await requestSignInChallenge(node.url) })
  expect((await device.signInRememberedByPasskey(credential)).body).toMatchObject({ ...isIn, stays: true })
  expect((await device.openPage()).body).toMatchObject({ ...isIn, userNo: user.userNo })
  expect((await user.call(getInbox, {})).news).toEqual(before)
})

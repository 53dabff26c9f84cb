import { afterAll, expect, test } from 'vitest'
import { confirmEmail, register, requestPasswordReset, sendConfirmation, signIn } from '#protocol/accounts.ts'
import { searchFriends } from '#protocol/hubs.ts'
import { EMAIL_CONFIRMATION_MS } from '#protocol/limits.ts'
import { requestMyInfo } from '#protocol/myInfo.ts'
import { call } from '#tests/support/call.ts'
import {
  aboutConfirmation,
  aboutReset,
  confirmationTokenIn,
  startMailServer,
  temporaryPasswordIn,
} from '#tests/support/mailServer.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, newUsers, PASSWORD, signInUser, type TestUser } from '#tests/support/users.ts'

let now = new Date()
const clock = () => now

const mails = await startMailServer()
afterAll(() => mails.stop())
/** The second node is the same installation before a mail server was configured; the third has the usual limits. */
const [node, withoutMail, limited] = await openNodes(
  { smtpUrl: mails.url, clock },
  { clock },
  { smtpUrl: mails.url, clock, rateLimitScale: 1 },
)
const searcher = await newUser(node.url)

async function isFound(candidate: string, url = node.url): Promise<boolean> {
  const input = { candidatesJSON: JSON.stringify([candidate]) }
  return (await call(url, searchFriends, input, searcher.token)).body.searchResults.length > 0
}
const tokenFor = async ({ email }: { email: string }) =>
  confirmationTokenIn(await mails.mailTo(email, aboutConfirmation))
const confirm = async (token: string, by?: TestUser) =>
  (await call(node.url, confirmEmail, { token }, by?.token)).body
const needsConfirmation = async (user: TestUser) => {
  const info = await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
  return info.authenticated && info.mustConfirmEmail
}

test('a user can be looked up by e-mail once the confirmation link was opened; by number, and signed in, before', async () => {
  const email = 'unproven@example.com'
  const signUp = { email, username: '확인 전인 사람', mobile: '010-6161-7171', password: PASSWORD }
  expect((await call(node.url, register, signUp)).body).toMatchObject({
    success: true,
    confirmationSent: true,
  })
  const user = await signInUser(node.url, email)

  expect(await isFound(email)).toBe(false)
  expect(await isFound('010-6161-7171')).toBe(true)
  expect(await needsConfirmation(user)).toBe(true)
  expect(await confirm(await tokenFor(user), user)).toEqual({ success: true })
  expect(await isFound(email)).toBe(true)
  expect(await needsConfirmation(user)).toBe(false)
})

test('the mail links to the screen, and its token is in the fragment only', async () => {
  const user = await newUser(node.url)
  const mail = await mails.mailTo(user.email, aboutConfirmation)
  expect(mail.subject).toBe('[글마루] 이메일 주소를 확인해 주세요')
  for (const words of [mail.text, mail.html])
    expect(words).toMatch(/https:\/\/geulmaru\.example\/user\/confirm#\d+\.[\w-]{22}/)
  expect(mail.text).toContain('24시간 안에')
  const record = await node.app.context.repositories.users.findByNo(user.userNo)
  const [, secret = ''] = confirmationTokenIn(mail).split('.')
  expect(JSON.stringify(record)).not.toContain(secret)
})

test('the link works once, within a day, and for its own account only', async () => {
  const [user, other] = await newUsers(node.url, node.url)
  const useless = { success: false, message: expect.stringContaining('기한이 지난 링크') }
  const token = await tokenFor(user)
  expect(await confirm(token.replace(/^\d+/, String(other.userNo)))).toEqual(useless)
  for (const senseless of ['', 'x', `${user.userNo}.`, `${user.userNo}.${'x'.repeat(22)}`])
    expect(await confirm(senseless)).toEqual(useless)
  expect(await isFound(user.email)).toBe(false)
  expect(await confirm(token)).toEqual({ success: true })
  expect(await confirm(token)).toEqual(useless)

  const late = await tokenFor(other)
  now = new Date(now.getTime() + EMAIL_CONFIRMATION_MS)
  expect(await confirm(late)).toEqual(useless)
  expect(await isFound(other.email)).toBe(false)
})

test('another link can be sent, and invalidates the previous one', async () => {
  const user = await newUser(node.url)
  const first = await tokenFor(user)
  expect(await user.call(sendConfirmation, {})).toEqual({ success: true, sent: true })
  await expect.poll(() => mails.mailsTo(user.email, aboutConfirmation).length).toBe(2)
  expect(await confirm(first)).toMatchObject({ success: false })
  expect(await confirm(await tokenFor(user), user)).toEqual({ success: true })
  expect(await user.call(sendConfirmation, {})).toEqual({ success: true, sent: false })
})

test('three links in a quarter of an hour', async () => {
  const user = await newUser(limited.url)
  const statuses: number[] = []
  for (let time = 0; time < 3; time += 1) statuses.push((await user.request(sendConfirmation, {})).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('an address gets ten confirmation mails a day, also if accounts with it are deleted and created again', async () => {
  const email = 'not.asked@example.com'
  const sent: boolean[] = []
  for (let account = 0; account < 4; account += 1) {
    const signUp = { email, username: `남의 주소 ${account}`, password: PASSWORD }
    const created = await call(limited.url, register, signUp)
    if (!created.body.success) throw new Error('not created')
    sent.push(created.body.confirmationSent)
    const user = await signInUser(limited.url, email)
    for (let time = 0; time < 2; time += 1)
      sent.push((await user.request(sendConfirmation, {})).status === 200)
    await limited.app.context.repositories.users.delete(created.body.userNo)
  }
  expect(sent).toEqual([...Array<boolean>(10).fill(true), false, false])
  const signUp = { email, username: '다섯 번째', password: PASSWORD }
  expect((await call(limited.url, register, signUp)).body).toMatchObject({
    success: true,
    confirmationSent: false,
  })
})

test('using a temporary password from the mailbox confirms the address', async () => {
  const user = await newUser(node.url)
  await call(node.url, requestPasswordReset, { email: user.email })
  const password = temporaryPasswordIn(await mails.mailTo(user.email, aboutReset))
  expect((await call(node.url, signIn, { email: user.email, password })).body.authenticated).toBe(true)
  expect(await isFound(user.email)).toBe(true)
})

test('accounts from before a mail server was configured can still be looked up', async () => {
  const email = 'from.before@example.com'
  const signUp = { email, username: '오래된 사람', password: PASSWORD }
  const created = await call(withoutMail.url, register, signUp)
  expect(created.body).toMatchObject({ success: true, confirmationSent: false })
  expect(await isFound(email)).toBe(true)
  const user = await signInUser(node.url, email)
  expect(await needsConfirmation(user)).toBe(false)
  expect(await user.call(sendConfirmation, {})).toEqual({ success: true, sent: false })
})

test('where no mail server is configured any more, every user can be looked up', async () => {
  const user = await newUser(node.url)
  expect(await isFound(user.email)).toBe(false)
  expect(await isFound(user.email, withoutMail.url)).toBe(true)
  expect(await needsConfirmation(await signInUser(withoutMail.url, user.email))).toBe(false)
})

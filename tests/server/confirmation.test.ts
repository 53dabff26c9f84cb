import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmEmail, register, requestPasswordReset, sendConfirmation, signIn } from '#protocol/accounts.ts'
import { searchFriends } from '#protocol/hubs.ts'
import { EMAIL_CONFIRMATION_MS } from '#protocol/limits.ts'
import { requestMyInfo } from '#protocol/myInfo.ts'
import { call } from '#tests/support/call.ts'
import {
  aboutConfirmation,
  aboutReset,
  confirmationTokenIn,
  type MailServer,
  startMailServer,
  temporaryPasswordIn,
} from '#tests/support/mailServer.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, PASSWORD, type Person, signedIn } from '#tests/support/person.ts'

let mails: MailServer
let mongoUrl: string
let node: TestNode
/** The same installation before a mail server was named. */
let withoutMail: TestNode
let searcher: Person
let now = new Date()

beforeAll(async () => {
  mails = await startMailServer()
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl, smtpUrl: mails.url, clock: () => now })
  withoutMail = await startNode({ mongoUrl, clock: () => now })
  searcher = await newPerson(node.url)
})
afterAll(async () => {
  await Promise.all([node.stop(), withoutMail.stop()])
  await mails.stop()
})

async function isFound(candidate: string, url = node.url): Promise<boolean> {
  const { body } = await call(
    url,
    searchFriends,
    { candidatesJSON: JSON.stringify([candidate]) },
    searcher.token,
  )
  return body.searchResults.length > 0
}
const tokenFor = async ({ email }: { email: string }) =>
  confirmationTokenIn(await mails.mailTo(email, aboutConfirmation))
const confirm = async (token: string, by?: Person) =>
  (await call(node.url, confirmEmail, { token }, by?.token)).body
const mustConfirm = async (person: Person) => {
  const info = await person.does(requestMyInfo, { email: person.email, password: PASSWORD })
  return info.authenticated && info.mustConfirmEmail
}

test('whoever signs up is found by e-mail once the link in the mail was opened; by number, and signed in, before', async () => {
  const email = 'unproven@example.com'
  const signUp = { email, username: '확인 전인 사람', mobile: '010-6161-7171', password: PASSWORD }
  expect((await call(node.url, register, signUp)).body).toMatchObject({
    success: true,
    confirmationSent: true,
  })
  const person = await signedIn(node.url, email)

  expect(await isFound(email)).toBe(false)
  expect(await isFound('010-6161-7171')).toBe(true)
  expect(await mustConfirm(person)).toBe(true)
  expect(await confirm(await tokenFor(person), person)).toEqual({ success: true })
  expect(await isFound(email)).toBe(true)
  expect(await mustConfirm(person)).toBe(false)
})

test('the mail leads to the screen, and what it holds travels in the fragment alone', async () => {
  const person = await newPerson(node.url)
  const mail = await mails.mailTo(person.email, aboutConfirmation)
  expect(mail.subject).toBe('[글마루] 이메일 주소를 확인해 주세요')
  for (const words of [mail.text, mail.html])
    expect(words).toMatch(/https:\/\/geulmaru\.example\/user\/confirm#\d+\.[\w-]{22}/)
  expect(mail.text).toContain('24시간 안에')
  const user = await node.app.context.stores.users.byNo(person.userNo)
  const [, secret = ''] = confirmationTokenIn(mail).split('.')
  expect(JSON.stringify(user)).not.toContain(secret)
})

test('the link works once, within a day, and for its own account alone', async () => {
  const [person, other] = [await newPerson(node.url), await newPerson(node.url)]
  const useless = { success: false, message: expect.stringContaining('기한이 지난 링크') }
  const token = await tokenFor(person)
  expect(await confirm(token.replace(/^\d+/, String(other.userNo)))).toEqual(useless)
  for (const senseless of ['', 'x', `${person.userNo}.`, `${person.userNo}.${'x'.repeat(22)}`])
    expect(await confirm(senseless)).toEqual(useless)
  expect(await isFound(person.email)).toBe(false)
  expect(await confirm(token)).toEqual({ success: true })
  expect(await confirm(token)).toEqual(useless)

  const late = await tokenFor(other)
  now = new Date(now.getTime() + EMAIL_CONFIRMATION_MS)
  expect(await confirm(late)).toEqual(useless)
  expect(await isFound(other.email)).toBe(false)
})

test('another link can be sent, and makes the one before worthless', async () => {
  const person = await newPerson(node.url)
  const first = await tokenFor(person)
  expect(await person.does(sendConfirmation, {})).toEqual({ success: true, sent: true })
  await expect.poll(() => mails.mailsTo(person.email, aboutConfirmation).length).toBe(2)
  expect(await confirm(first)).toMatchObject({ success: false })
  expect(await confirm(await tokenFor(person), person)).toEqual({ success: true })
  expect(await person.does(sendConfirmation, {})).toEqual({ success: true, sent: false })
})

test('three in a quarter of an hour', async () => {
  const limited = await startNode({ mongoUrl, smtpUrl: mails.url, rateLimitScale: 1 })
  const person = await newPerson(limited.url)
  const statuses: number[] = []
  for (let time = 0; time < 3; time += 1) statuses.push((await person.asks(sendConfirmation, {})).status)
  expect(statuses).toEqual([200, 200, 429])
  await limited.stop()
})

test('whoever reads a temporary password in that mailbox has confirmed it', async () => {
  const person = await newPerson(node.url)
  await call(node.url, requestPasswordReset, { email: person.email })
  const password = temporaryPasswordIn(await mails.mailTo(person.email, aboutReset))
  expect((await call(node.url, signIn, { email: person.email, password })).body.authenticated).toBe(true)
  expect(await isFound(person.email)).toBe(true)
})

test('accounts from before a mail server was named stay found, and need nothing', async () => {
  const email = 'from.before@example.com'
  const made = await call(withoutMail.url, register, { email, username: '오래된 사람', password: PASSWORD })
  expect(made.body).toMatchObject({ success: true, confirmationSent: false })
  expect(await isFound(email)).toBe(true)
  const person = await signedIn(node.url, email)
  expect(await mustConfirm(person)).toBe(false)
  expect(await person.does(sendConfirmation, {})).toEqual({ success: true, sent: false })
})

test('where no mail can be sent any more, everybody is found', async () => {
  const person = await newPerson(node.url)
  expect(await isFound(person.email)).toBe(false)
  expect(await isFound(person.email, withoutMail.url)).toBe(true)
  expect(await mustConfirm(await signedIn(withoutMail.url, person.email))).toBe(false)
})

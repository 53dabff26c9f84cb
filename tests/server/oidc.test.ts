import { afterAll, describe, expect, test } from 'vitest'
import { requestPasswordReset } from '#protocol/accounts.ts'
import { requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { beginOidcLink, linkOidcAtSignIn, signInByOidc, signUpByOidc } from '#protocol/oidc.ts'
import {
  aboutReset,
  confirmationTokenIn,
  startMailServer,
  temporaryPasswordIn,
} from '#tests/support/mailServer.ts'
import { openNodes, startNode } from '#tests/support/node.ts'
import { newOidcBrowser } from '#tests/support/oidcBrowser.ts'
import {
  changeAccount,
  emailOf,
  newAccount,
  newAddress,
  newName,
  signInAs,
  signUpAs,
  startProviders,
  verified,
} from '#tests/support/oidcUsers.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'

const now = new Date()
const providers = await startProviders()
const { oidcProviders } = providers
const [node] = await openNodes({ oidcProviders, clock: () => now })
const { repositories } = node.app.context
afterAll(providers.stop)

describe('a new person', () => {
  test('chooses a name under the rules, and signs in the next time', async () => {
    const account = newAccount()
    const { browser, ticket, body } = await signInAs(node.url, account)
    expect(body).toEqual({
      authenticated: false,
      step: 'signUp',
      provider: '달빛',
      email: emailOf(account),
      isEmailVerified: true,
    })
    const taken = await newUser(node.url)
    const signUp = async (username: string) => (await browser.call(signUpByOidc, { ticket, username })).body
    expect(await browser.call(signUpByOidc, { ticket, username: '넷' })).toMatchObject({ status: 400 })
    expect(await signUp(taken.name)).toMatchObject({ usernameMsg: '다른 사람이 쓰고 있는 이름이에요.' })
    expect(await signUp('글마루 운영자')).toMatchObject({
      usernameMsg: expect.stringContaining('쓸 수 없어요'),
    })

    const username = newName()
    // A verified address cannot be replaced.
    const created = await browser.call(signUpByOidc, { ticket, username, email: 'other@example.com' })
    expect(created.body).toMatchObject({
      authenticated: true,
      username,
      email: emailOf(account),
      mustChangePassword: false,
    })
    expect(await signUp(newName())).toMatchObject({ authenticated: false, isExpired: true })

    const again = await signInAs(node.url, account)
    expect(again.body).toMatchObject({ authenticated: true, username })
    const { body: reused } = await again.browser.call(signInByOidc, { ticket: again.ticket })
    expect(reused).toMatchObject({ authenticated: false, step: 'expired' })
  })

  test('types an address if the provider verified none, and nobody else’s', async () => {
    const member = await newUser(node.url)
    const account = newAccount({ email: member.email, email_verified: false })
    const { browser, ticket, body } = await signInAs(node.url, account)
    expect(body).toMatchObject({ step: 'signUp', email: member.email, isEmailVerified: false })
    const signUp = async (email: string) =>
      (await browser.call(signUpByOidc, { ticket, username: newName(), email })).body
    expect(await signUp('')).toMatchObject({ emailMsg: '이메일 주소를 확인해 주세요.' })
    expect(await signUp(member.email)).toMatchObject({ emailMsg: '이미 가입한 이메일이에요.' })
    // Neither does a password link it: the address is not verified.
    const { body: linked } = await browser.call(linkOidcAtSignIn, { ticket, password: PASSWORD })
    expect(linked).toEqual({ authenticated: false })
    expect(await signUp(newAddress())).toMatchObject({ authenticated: true })
  })

  test('becomes one user if the form is sent twice', async () => {
    const account = newAccount()
    const { browser, ticket } = await signInAs(node.url, account)
    const signUp = () => browser.call(signUpByOidc, { ticket, username: newName() })
    const bodies = (await Promise.all([signUp(), signUp()])).map(({ body }) => body)
    expect(bodies.filter(({ authenticated }) => authenticated)).toHaveLength(1)
  })

  test('stays signed in if they chose so, and a changed address at the provider changes nothing', async () => {
    const account = newAccount()
    const first = await signUpAs(node.url, account)
    const member = await newUser(node.url)
    changeAccount(account, verified(member.email))
    const browser = newOidcBrowser(node.url)
    const ticket = await browser.ticketFor(await browser.begin('moon', true), account)
    const { body, setCookie } = await browser.call(signInByOidc, { ticket })
    expect(body).toMatchObject({ authenticated: true, stays: true, email: first.email })
    expect(setCookie.join()).toContain('geulmaru_stay=')
  })
})

describe('an account with the verified address', () => {
  test('is linked after its password, and not without', async () => {
    const member = await newUser(node.url)
    const account = newAccount(verified(member.email))
    const { browser, ticket, body } = await signInAs(node.url, account)
    expect(body).toMatchObject({ authenticated: false, step: 'link', email: member.email })
    const link = async (password: string) => (await browser.call(linkOidcAtSignIn, { ticket, password })).body
    expect(await link('틀린 비밀번호')).toEqual({ authenticated: false })
    expect((await signInAs(node.url, account)).body).toMatchObject({ step: 'link' })
    // Nor can the identity become another account with that address.
    const other = await browser.call(signUpByOidc, { ticket, username: newName() })
    expect(other.body).toMatchObject({ authenticated: false, emailMsg: '이미 가입한 이메일이에요.' })
    expect(await link(PASSWORD)).toMatchObject({ authenticated: true, userNo: member.userNo })
    expect((await signInAs(node.url, account)).body).toMatchObject({
      authenticated: true,
      userNo: member.userNo,
    })
  })

  test('is linked by a temporary password; the new password removes what others had linked', async () => {
    const mails = await startMailServer()
    const mailNode = await startNode({
      mongoUrl: node.mongoUrl,
      smtpUrl: mails.url,
      oidcProviders,
    })
    // Somebody signs up with an address that is not theirs.
    const email = newAddress()
    const thief = newAccount({})
    await signUpAs(mailNode.url, thief, email)
    const owner = newAccount(verified(email))
    const browser = newOidcBrowser(mailNode.url)
    const ticket = await browser.ticketFor(await browser.begin('moon'), owner)
    expect((await browser.call(signInByOidc, { ticket })).body).toMatchObject({ step: 'link' })
    await browser.call(requestPasswordReset, { email })
    const password = temporaryPasswordIn(await mails.mailTo(email, aboutReset))
    const { body } = await browser.call(linkOidcAtSignIn, { ticket, password })
    expect(body).toMatchObject({ authenticated: true, mustChangePassword: true })
    const token = body.authenticated ? body.authToken : ''
    await browser.call(requestMyInfo, { email, password }, token)
    const { body: changed } = await browser.call(updateMyInfo, { password: '새 비밀번호 77' }, token)
    expect(changed).toMatchObject({ success: true })

    const signsIn = async (account: string) => {
      const other = newOidcBrowser(mailNode.url)
      const shown = await other.ticketFor(await other.begin('moon'), account)
      return (await other.call(signInByOidc, { ticket: shown })).body
    }
    expect(await signsIn(owner)).toMatchObject({ authenticated: true })
    expect(await signsIn(thief)).toMatchObject({ authenticated: false, step: 'signUp' })
    await mailNode.stop()
    await mails.stop()
  })
})

test('a suspended user cannot sign in', async () => {
  const account = newAccount()
  const { userNo } = await signUpAs(node.url, account)
  await repositories.users.setSuspended(userNo, now)
  const browser = newOidcBrowser(node.url)
  const ticket = await browser.ticketFor(await browser.begin('moon'), account)
  expect(await browser.call(signInByOidc, { ticket })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('정지') },
  })
})

test('another browser is a new device', async () => {
  const account = newAccount()
  const { userNo } = await signUpAs(node.url, account)
  const news = async () => repositories.notifications.findAllByUser(userNo, now)
  expect(await news()).toEqual([])
  expect((await signInAs(node.url, account)).body).toMatchObject({ authenticated: true })
  expect(await news()).toHaveLength(1)
})

test('with a mail server, links and typed addresses need a confirmed address', async () => {
  const mails = await startMailServer()
  const mailNode = await startNode({ mongoUrl: node.mongoUrl, smtpUrl: mails.url, oidcProviders })
  const user = await newUser(mailNode.url)
  await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
  const browser = newOidcBrowser(mailNode.url)
  const { body } = await browser.call(beginOidcLink, { provider: 'moon' }, user.token)
  expect(body).toMatchObject({
    success: false,
    authenticated: true,
    message: expect.stringContaining('먼저'),
  })

  const typed = newAddress()
  const unverified = await signUpAs(mailNode.url, newAccount({}), typed)
  expect(confirmationTokenIn(await mails.mailTo(typed))).not.toBe('')
  expect((await repositories.users.findByNo(unverified.userNo))?.emailUnconfirmed).toBe(true)
  const { userNo } = await signUpAs(mailNode.url, newAccount())
  expect((await repositories.users.findByNo(userNo))?.emailUnconfirmed).toBeUndefined()
  await mailNode.stop()
  await mails.stop()
})

import { afterAll, describe, expect, test } from 'vitest'
import { checkSignIn, signIn } from '#protocol/accounts.ts'
import { PASSWORD_PROOF_MS } from '#protocol/limits.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import {
  beginOidcLink,
  beginOidcProof,
  finishOidcLink,
  proveByOidc,
  signInByOidc,
  unlinkOidc,
} from '#protocol/oidc.ts'
import { removePasskey } from '#protocol/passkeys.ts'
import { revokeOtherCredentials } from '#server/features/accounts/sessions.service.ts'
import { registerPasskey } from '#tests/support/authenticator.ts'
import { openNodes } from '#tests/support/node.ts'
import { newOidcBrowser } from '#tests/support/oidcBrowser.ts'
import {
  linksOf,
  linkTo,
  newAccount,
  type OidcBrowser,
  signInAs,
  signUpAs,
  startProviders,
} from '#tests/support/oidcUsers.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'

const now = new Date()
const providers = await startProviders()
const { oidcProviders } = providers
const [node] = await openNodes({ oidcProviders, clock: () => now })
const { repositories } = node.app.context
afterAll(providers.stop)

describe('my-info', () => {
  test('links after the password step, in the session and browser that began', async () => {
    const user = await newUser(node.url)
    const other = await newUser(node.url)
    const browser = newOidcBrowser(node.url)
    const account = newAccount()
    const begin = () => browser.call(beginOidcLink, { provider: 'moon' }, user.token)
    expect((await begin()).body).toMatchObject({ success: false, authenticated: false })
    await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
    const { body } = await begin()
    const url = body.success ? body.url : ''
    const ticket = await browser.ticketFor(url, account, 'link')
    const finish = async (by: OidcBrowser, token?: string) => by.call(finishOidcLink, { ticket }, token)
    expect((await finish(browser)).status).toBe(401)
    expect((await finish(browser, other.token)).body).toMatchObject({ success: false })
    expect((await finish(newOidcBrowser(node.url), user.token)).body).toMatchObject({ success: false })
    // Nor does it sign anybody in.
    expect((await browser.call(signInByOidc, { ticket })).body).toMatchObject({ step: 'expired' })
    expect((await finish(browser, user.token)).body).toEqual({ success: true })
    expect((await signInAs(node.url, account)).body).toMatchObject({
      authenticated: true,
      userNo: user.userNo,
    })
    expect(await linksOf(browser, user.token)).toMatchObject({
      links: [{ provider: '달빛', name: 'moon', lastUsedAt: now.toISOString() }],
      hasPassword: true,
    })
  })

  test('an identity belongs to one account, and ten are the quota', async () => {
    const [first, second] = [await newUser(node.url), await newUser(node.url)]
    const account = newAccount()
    expect(await linkTo(first, account)).toEqual({ success: true })
    expect(await linkTo(first, account)).toEqual({ success: true })
    expect(await linkTo(second, account)).toMatchObject({ message: expect.stringContaining('다른 계정') })
    const contested = newAccount()
    const results = await Promise.all([first, second].map(user => linkTo(user, contested)))
    expect(results.filter(({ success }) => success)).toHaveLength(1)
    for (let count = 1; count < 10; count += 1) await linkTo(first, newAccount())
    expect(await linkTo(first, newAccount())).toMatchObject({ code: 'quota' })
  })

  test('unlinks, by its owner only, and never the last way in', async () => {
    const account = newAccount()
    const { browser, authToken } = await signUpAs(node.url, account)
    const stranger = await newUser(node.url)
    const { links } = await linksOf(browser, authToken)
    const linkId = links[0]?.linkId ?? ''
    const unlink = (token: string) => browser.call(unlinkOidc, { linkId }, token)
    expect((await unlink(stranger.token)).status).toBe(404)
    expect((await unlink(authToken)).body).toMatchObject({ message: expect.stringContaining('마지막 방법') })

    const member = await newUser(node.url)
    await linkTo(member, newAccount())
    const [own] = (await linksOf(browser, member.token)).links
    const removed = await browser.call(unlinkOidc, { linkId: own?.linkId ?? '' }, member.token)
    expect(removed.body).toMatchObject({ success: true, links: [] })
  })

  test('of two ways in, both cannot be removed at the same moment', async () => {
    const account = newAccount()
    const { browser, userNo, email, authToken } = await signUpAs(node.url, account)
    const tokenId = (await node.app.context.gate.find(authToken))?.tokenId ?? ''
    await repositories.sessions.setProvenUntil(tokenId, new Date(now.getTime() + PASSWORD_PROOF_MS))
    const user = { ...(await newUser(node.url)), userNo, email, token: authToken }
    const begun = await browser.call(beginOidcLink, { provider: 'star' }, authToken)
    const ticket = await browser.ticketFor(begun.body.success ? begun.body.url : '', newAccount(), 'link')
    await browser.call(finishOidcLink, { ticket }, authToken)
    const { links } = await linksOf(browser, authToken)
    expect(links).toHaveLength(2)
    await Promise.all(links.map(({ linkId }) => browser.call(unlinkOidc, { linkId }, user.token)))
    expect((await linksOf(browser, authToken)).links.length).toBeGreaterThan(0)
  })

  test('a passkey is not removed if it is the last way in', async () => {
    const user = await newUser(node.url)
    const { passkeyId } = await registerPasskey(user)
    await node.mongo
      .collection('users')
      .updateOne({ userNo: user.userNo }, { $set: { withoutPassword: true } })
    expect(await user.call(removePasskey, { passkeyId })).toMatchObject({ success: false })
    await node.mongo
      .collection('users')
      .updateOne({ userNo: user.userNo }, { $unset: { withoutPassword: true } })
    expect(await user.call(removePasskey, { passkeyId })).toMatchObject({ success: true, passkeys: [] })
  })
})

describe('an account without a password', () => {
  test('proves its owner by signing in at the provider again, then sets a password', async () => {
    const account = newAccount()
    const { browser, authToken, email } = await signUpAs(node.url, account)
    expect(await linksOf(browser, authToken)).toMatchObject({ hasPassword: false })
    const prove = async (by: string, prover = browser) => {
      const { body } = await prover.call(beginOidcProof, { provider: 'moon' }, authToken)
      const url = body.success ? body.url : ''
      expect(new URL(url).searchParams.get('prompt')).toBe('login')
      const ticket = await prover.ticketFor(url, by, 'proof')
      return (await prover.call(proveByOidc, { ticket }, authToken)).body
    }
    const change = async () =>
      (await browser.call(updateMyInfo, { password: '새 비밀번호 77' }, authToken)).body
    expect(await change()).toMatchObject({ success: false, authenticated: false })
    // Another identity of the same provider proves nothing.
    expect(await prove(newAccount(), newOidcBrowser(node.url))).toMatchObject({ authenticated: false })
    expect(await change()).toMatchObject({ success: false, authenticated: false })
    expect(await prove(account)).toMatchObject({ authenticated: true, email, hasPassword: false })
    expect(await change()).toMatchObject({ success: true })

    expect((await browser.call(signIn, { email, password: '새 비밀번호 77' })).body).toMatchObject({
      authenticated: true,
    })
    expect(await linksOf(browser, authToken)).toMatchObject({ hasPassword: true, links: [{ name: 'moon' }] })
    const { body } = await browser.call(beginOidcProof, { provider: 'moon' }, authToken)
    expect(body).toMatchObject({ success: false, message: expect.stringContaining('비밀번호가 있는 계정') })
  })

  test('can be deleted after that proof, which removes the link', async () => {
    const account = newAccount()
    const { browser, authToken } = await signUpAs(node.url, account)
    const remove = async () => (await browser.call(deleteAccount, {}, authToken)).body
    expect(await remove()).toMatchObject({ success: false })
    const { body } = await browser.call(beginOidcProof, { provider: 'moon' }, authToken)
    const ticket = await browser.ticketFor(body.success ? body.url : '', account, 'proof')
    await browser.call(proveByOidc, { ticket }, authToken)
    expect(await remove()).toEqual({ success: true })
    expect((await browser.call(checkSignIn, {}, authToken)).body).toEqual({ authenticated: false })
    expect((await signInAs(node.url, account)).body).toMatchObject({ step: 'signUp' })
  })

  test('has no password that anybody knows', async () => {
    const { email } = await signUpAs(node.url, newAccount())
    for (const password of ['', 'undefined', 'null', PASSWORD])
      expect((await newOidcBrowser(node.url).call(signIn, { email, password })).body).toEqual({
        authenticated: false,
      })
  })
})

test('the confirmation of an address keeps the link of an account without a password, and no others', async () => {
  const account = newAccount()
  const { userNo } = await signUpAs(node.url, account)
  await revokeOtherCredentials(node.app.context, userNo)
  expect((await signInAs(node.url, account)).body).toMatchObject({ authenticated: true })
  const member = await newUser(node.url)
  await linkTo(member, newAccount())
  await revokeOtherCredentials(node.app.context, member.userNo)
  expect(await repositories.oidcLinks.findByUser(member.userNo)).toEqual([])
})

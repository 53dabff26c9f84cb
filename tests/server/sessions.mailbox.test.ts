import { afterAll, describe, expect, test } from 'vitest'
import { confirmEmail, requestPasswordReset, signIn } from '#protocol/accounts.ts'
import { createFeed } from '#protocol/feeds.ts'
import { getSessions, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { signInByPasskey } from '#protocol/passkeys.ts'
import { type Authenticator, registerPasskey, requestSignInChallenge } from '#tests/support/authenticator.ts'
import { call } from '#tests/support/call.ts'
import { killBefore } from '#tests/support/interleave.ts'
import {
  aboutConfirmation,
  aboutReset,
  confirmationTokenIn,
  startMailServer,
  temporaryPasswordIn,
} from '#tests/support/mailServer.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, PASSWORD, signInUser } from '#tests/support/users.ts'

/** The person who signed up with an address may not be the one who reads its mail. */

const mails = await startMailServer()
const [node] = await openNodes({ smtpUrl: mails.url })
afterAll(mails.stop)

const feedStatus = async (address: string) => (await fetch(node.url + address)).status

async function signsIn(authenticator: Authenticator) {
  const credential = authenticator.createAssertion({ challenge: await requestSignInChallenge(node.url) })
  return (await call(node.url, signInByPasskey, { credential })).body
}

/** Signs in with a temporary password, and enters it once more, as its replacement requires. */
async function signInByMail(email: string): Promise<string> {
  await call(node.url, requestPasswordReset, { email })
  const password = temporaryPasswordIn(await mails.mailTo(email, aboutReset))
  const { body } = await call(node.url, signIn, { email, password })
  if (!body.authenticated) throw new Error('not signed in')
  await call(node.url, requestMyInfo, { email, password }, body.authToken)
  return body.authToken
}

describe('credentials from before the mailbox was proven are invalid', () => {
  test('after the address is confirmed: all sessions but this one, passkeys, feeds, known devices', async () => {
    const user = await newUser(node.url)
    const otherSession = await signInUser(node.url, user.email)
    const authenticator = await registerPasskey(otherSession)
    const { address } = await otherSession.call(createFeed, {})
    expect(await feedStatus(address)).toBe(200)
    const token = confirmationTokenIn(await mails.mailTo(user.email, aboutConfirmation))

    expect((await user.call(confirmEmail, { token })).success).toBe(true)

    expect((await otherSession.request(getSessions, {})).status).toBe(401)
    expect((await user.call(getSessions, {})).sessions).toHaveLength(1)
    expect(await signsIn(authenticator)).toEqual({ authenticated: false })
    expect(await feedStatus(address)).toBe(404)
    expect(await node.app.context.repositories.devices.findByUser(user.userNo)).toHaveLength(1)
  })

  test('after a password replaces a temporary one; other password changes keep passkeys and feeds', async () => {
    const user = await newUser(node.url)
    const { email } = user
    const authenticator = await registerPasskey(user)
    const { address } = await user.call(createFeed, {})
    await user.call(requestMyInfo, { email, password: PASSWORD })
    await user.call(updateMyInfo, { password: '새 비밀번호 12' })
    expect(await signsIn(authenticator)).toMatchObject({ authenticated: true })
    expect(await feedStatus(address)).toBe(200)

    const token = await signInByMail(email)
    await call(node.url, updateMyInfo, { password: '또 새 비밀번호 1' }, token)

    expect(await signsIn(authenticator)).toEqual({ authenticated: false })
    expect(await feedStatus(address)).toBe(404)
    expect(await node.app.context.repositories.devices.findByUser(user.userNo)).toHaveLength(1)
  })

  test('after a confirmation that failed halfway and is repeated', async () => {
    const user = await newUser(node.url)
    const authenticator = await registerPasskey(user)
    const token = confirmationTokenIn(await mails.mailTo(user.email, aboutConfirmation))
    killBefore(node.app.context.repositories.passkeys, 'deleteByUser')
    expect((await user.request(confirmEmail, { token })).status).toBe(500)
    expect((await user.call(confirmEmail, { token })).success).toBe(true)
    expect(await signsIn(authenticator)).toEqual({ authenticated: false })
  })

  test('after a temporary password is replaced, and the first attempt failed halfway', async () => {
    const user = await newUser(node.url)
    const { email } = user
    const authenticator = await registerPasskey(user)
    const token = await signInByMail(email)
    const replace = () => call(node.url, updateMyInfo, { password: '새 비밀번호 12' }, token)
    killBefore(node.app.context.repositories.passkeys, 'deleteByUser')
    expect((await replace()).status).toBe(500)
    expect((await replace()).body).toMatchObject({ success: true })
    expect(await signsIn(authenticator)).toEqual({ authenticated: false })
  })
})

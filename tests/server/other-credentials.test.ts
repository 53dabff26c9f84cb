import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmEmail, requestPasswordReset, signIn } from '#protocol/accounts.ts'
import { getInbox } from '#protocol/inbox.ts'
import { getSessions, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { signInByPasskey } from '#protocol/passkeys.ts'
import { type Authenticator, registerPasskey, requestSignInChallenge } from '#tests/support/authenticator.ts'
import { call } from '#tests/support/call.ts'
import { newDevice } from '#tests/support/device.ts'
import {
  aboutConfirmation,
  aboutNewDevice,
  aboutReset,
  confirmationTokenIn,
  type MailServer,
  startMailServer,
  temporaryPasswordIn,
} from '#tests/support/mailServer.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, PASSWORD, signInUser } from '#tests/support/users.ts'

let mails: MailServer
let node: TestNode

beforeAll(async () => {
  mails = await startMailServer()
  node = await startNode({ mongoUrl: await emptyDatabase(), smtpUrl: mails.url })
})
afterAll(async () => {
  await node.stop()
  await mails.stop()
})

async function signsIn(authenticator: Authenticator) {
  const credential = authenticator.createAssertion({ challenge: await requestSignInChallenge(node.url) })
  return (await call(node.url, signInByPasskey, { credential })).body
}
const isIn = { authenticated: true, mustChangePassword: false }
const isOut = { authenticated: false }

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

describe('credentials from before the mailbox was proven are invalid', () => {
  test('after the address is confirmed: all sessions but this one, passkeys, known devices', async () => {
    const user = await newUser(node.url)
    const otherSession = await signInUser(node.url, user.email)
    const authenticator = await registerPasskey(otherSession)
    const token = confirmationTokenIn(await mails.mailTo(user.email, aboutConfirmation))

    expect((await user.call(confirmEmail, { token })).success).toBe(true)

    expect((await otherSession.request(getSessions, {})).status).toBe(401)
    expect((await user.call(getSessions, {})).sessions).toHaveLength(1)
    expect(await signsIn(authenticator)).toEqual(isOut)
    expect(await node.app.context.repositories.devices.findByUser(user.userNo)).toHaveLength(1)
  })

  test('after a password replaces a temporary one; other password changes keep passkeys', async () => {
    const user = await newUser(node.url)
    const { email } = user
    const authenticator = await registerPasskey(user)
    await user.call(requestMyInfo, { email, password: PASSWORD })
    await user.call(updateMyInfo, { password: '새 비밀번호 12' })
    expect(await signsIn(authenticator)).toMatchObject(isIn)

    await call(node.url, requestPasswordReset, { email })
    const password = temporaryPasswordIn(await mails.mailTo(email, aboutReset))
    const { body } = await call(node.url, signIn, { email, password })
    if (!body.authenticated) throw new Error('not signed in')
    await call(node.url, requestMyInfo, { email, password }, body.authToken)
    await call(node.url, updateMyInfo, { password: '또 새 비밀번호 1' }, body.authToken)

    expect(await signsIn(authenticator)).toEqual(isOut)
    expect(await node.app.context.repositories.devices.findByUser(user.userNo)).toHaveLength(1)
  })
})

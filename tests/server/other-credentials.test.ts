import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmEmail, requestPasswordReset, signIn } from '#protocol/accounts.ts'
import { getInbox } from '#protocol/inbox.ts'
import { getSessions, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { signInByPasskey } from '#protocol/passkeys.ts'
import { type Authenticator, addsPasskey, challengeFrom } from '#tests/support/authenticator.ts'
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
import { newPerson, PASSWORD, signedIn } from '#tests/support/person.ts'

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
  const credential = authenticator.shows({ challenge: await challengeFrom(node.url) })
  return (await call(node.url, signInByPasskey, { credential })).body
}
const isIn = { authenticated: true, mustChangePassword: false }
const isOut = { authenticated: false }

test('a device that is new is told to its owner, as with a password', async () => {
  const person = await newPerson(node.url)
  expect(await signsIn(await addsPasskey(person))).toMatchObject(isIn)
  const mail = await mails.mailTo(person.email, aboutNewDevice)
  expect(mail.subject).toContain('새 기기')
  expect((await person.does(getInbox, {})).news).toMatchObject([{ kind: 'device' }])
})

test('a device that is known by its password is no new one, and stays signed in when that is wished', async () => {
  const person = await newPerson(node.url)
  const authenticator = await addsPasskey(person)
  const device = newDevice(node.url)
  await device.signsIn(person.email)
  const before = (await person.does(getInbox, {})).news
  const credential = authenticator.shows({ challenge: await challengeFrom(node.url) })
  expect((await device.rememberedByPasskey(credential)).body).toMatchObject({ ...isIn, stays: true })
  expect((await device.opens()).body).toMatchObject({ ...isIn, userNo: person.userNo })
  expect((await person.does(getInbox, {})).news).toEqual(before)
})

describe('what was made before the mailbox was proven leads in no more', () => {
  test('once the address is confirmed: all sessions but the one that asked, passkeys, known devices', async () => {
    const person = await newPerson(node.url)
    const elsewhere = await signedIn(node.url, person.email)
    const authenticator = await addsPasskey(elsewhere)
    const token = confirmationTokenIn(await mails.mailTo(person.email, aboutConfirmation))

    expect((await person.does(confirmEmail, { token })).success).toBe(true)

    expect((await elsewhere.asks(getSessions, {})).status).toBe(401)
    expect((await person.does(getSessions, {})).sessions).toHaveLength(1)
    expect(await signsIn(authenticator)).toEqual(isOut)
    expect(await node.app.context.stores.devices.ofUser(person.userNo)).toHaveLength(1)
  })

  test('once a password is set in place of a temporary one; another change of it leaves passkeys as they are', async () => {
    const person = await newPerson(node.url)
    const { email } = person
    const authenticator = await addsPasskey(person)
    await person.does(requestMyInfo, { email, password: PASSWORD })
    await person.does(updateMyInfo, { password: '새 비밀번호 12' })
    expect(await signsIn(authenticator)).toMatchObject(isIn)

    await call(node.url, requestPasswordReset, { email })
    const password = temporaryPasswordIn(await mails.mailTo(email, aboutReset))
    const { body } = await call(node.url, signIn, { email, password })
    if (!body.authenticated) throw new Error('not signed in')
    await call(node.url, requestMyInfo, { email, password }, body.authToken)
    await call(node.url, updateMyInfo, { password: '또 새 비밀번호 1' }, body.authToken)

    expect(await signsIn(authenticator)).toEqual(isOut)
    expect(await node.app.context.stores.devices.ofUser(person.userNo)).toHaveLength(1)
  })
})

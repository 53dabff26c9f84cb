import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSignIn, signIn } from '#protocol/accounts.ts'
import { PASSKEY_CEREMONY_MS, PASSWORD_PROOF_MS } from '#protocol/limits.ts'
import { deleteAccount, endOtherSessions, requestMyInfo } from '#protocol/myInfo.ts'
import {
  type AuthenticationCredential,
  addPasskey,
  beginAddingPasskey,
  beginPasskeySignIn,
  getPasskeys,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from '#protocol/passkeys.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import {
  type Authenticator,
  addsPasskey,
  beginsAdding,
  challengeFrom,
  newAuthenticator,
} from '#tests/support/authenticator.ts'
import { call } from '#tests/support/call.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, PASSWORD, type Person, signedIn } from '#tests/support/person.ts'

let node: TestNode
let mongoUrl: string
let now = new Date()

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl, clock: () => now })
})
afterAll(() => node.stop())

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const asks = async (credential: AuthenticationCredential, url = node.url) =>
  (await call(url, signInByPasskey, { credential })).body
const signsIn = async (authenticator: Authenticator) =>
  asks(authenticator.shows({ challenge: await challengeFrom(node.url) }))
const passkeysOf = async (person: Person) => (await person.does(getPasskeys, {})).passkeys
const isIn = { authenticated: true, mustChangePassword: false }
const isOut = { authenticated: false }

test('a passkey signs its owner in, without a password or an address', async () => {
  const person = await newPerson(node.url)
  const authenticator = await addsPasskey(person)
  expect(await passkeysOf(person)).toMatchObject([{ name: '알 수 없는 기기', lastUsedAt: null }])

  const body = await signsIn(authenticator)

  expect(body).toMatchObject({ ...isIn, userNo: person.userNo, email: person.email, username: person.name })
  if (!body.authenticated) return
  expect((await call(node.url, checkSignIn, {}, body.authToken)).body).toMatchObject(isIn)
  expect(await passkeysOf(person)).toMatchObject([{ lastUsedAt: now.toISOString() }])
  expect((await call(node.url, signIn, { email: person.email, password: PASSWORD })).body).toMatchObject(isIn)
})

test('several are named, renamed and removed, each by its owner alone', async () => {
  const [person, other] = [await newPerson(node.url), await newPerson(node.url)]
  const first = await addsPasskey(person)
  later(1)
  const second = await addsPasskey(person)
  const { passkeyId } = first

  await person.does(renamePasskey, { passkeyId, name: '  낡은   전화기 ' })
  expect((await passkeysOf(person)).map(({ name }) => name)).toEqual(['낡은 전화기', '알 수 없는 기기'])
  expect((await person.misuses(renamePasskey, { passkeyId, name: '  ' })).status).toBe(400)
  for (const theirs of [renamePasskey, removePasskey])
    expect((await other.asks(theirs, { passkeyId, name: '내 것' })).status).toBe(404)

  const { passkeys } = await person.does(removePasskey, { passkeyId })
  expect(passkeys).toMatchObject([{ passkeyId: second.passkeyId }])
  expect(await signsIn(first)).toEqual(isOut)
  expect(await signsIn(second)).toMatchObject(isIn)
})

test('twenty are enough, and a quota says so', async () => {
  const person = await newPerson(node.url)
  for (let count = 0; count < 20; count += 1) await addsPasskey(person)
  await expect(addsPasskey(person)).rejects.toThrow('패스키는 한 사람이 20개까지')
})

describe('what a browser is asked for', () => {
  test('names neither the address nor any account at a sign-in, and the same passkey twice at no adding', async () => {
    const person = await newPerson(node.url)
    const { passkeyId } = await addsPasskey(person)
    const { userHandle } = await beginsAdding(person)
    expect(Buffer.from(userHandle, 'base64url')).toHaveLength(32)
    expect((await beginsAdding(person)).userHandle).toBe(userHandle)
    const adding = await person.does(beginAddingPasskey, {})
    expect(adding).toMatchObject({
      options: {
        rp: { id: 'geulmaru.example' },
        excludeCredentials: [{ id: passkeyId }],
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    })
    const { body } = await call(node.url, beginPasskeySignIn, {})
    expect(body).toMatchObject({
      success: true,
      options: { rpId: 'geulmaru.example', userVerification: 'required' },
    })
    expect(JSON.stringify(body)).not.toContain('allowCredentials')
  })

  test('is nothing where browsers offer no passkeys', async () => {
    const plain = await startNode({ mongoUrl, publicUrl: 'http://geulmaru.example' })
    const person = await newPerson(plain.url)
    await person.does(requestMyInfo, { email: person.email, password: PASSWORD })
    expect(await person.does(beginAddingPasskey, {})).toMatchObject({ success: false, authenticated: true })
    expect((await call(plain.url, beginPasskeySignIn, {})).body).toMatchObject({ success: false })
    await plain.stop()
  })
})

describe('adding takes', () => {
  test('the password, shown again a short while ago in this very session', async () => {
    const person = await newPerson(node.url)
    const step = { success: false, authenticated: false, message: expect.stringContaining('비밀번호를 다시') }
    expect(await person.does(beginAddingPasskey, {})).toMatchObject(step)

    const credential = newAuthenticator().makes(await beginsAdding(person))
    const elsewhere = await signedIn(node.url, person.email)
    expect(await elsewhere.does(addPasskey, { credential })).toMatchObject(step)
    later(PASSWORD_PROOF_MS)
    expect(await person.does(addPasskey, { credential })).toMatchObject(step)
    expect(await passkeysOf(person)).toEqual([])
  })

  test('what this session was told, once, within five minutes, and for adding', async () => {
    const person = await newPerson(node.url)
    const elsewhere = await signedIn(node.url, person.email)
    const add = async (by: Person, challenge: string) =>
      (await by.asks(addPasskey, { credential: newAuthenticator().makes({ challenge }) })).status

    const { challenge } = await beginsAdding(person)
    await beginsAdding(elsewhere)
    expect(await add(elsewhere, challenge)).toBe(400)
    expect(await add(person, challenge)).toBe(200)
    expect(await add(person, challenge)).toBe(400)
    expect(await add(person, await challengeFrom(node.url))).toBe(400)
    expect(await add(person, 'x'.repeat(43))).toBe(400)
    const late = (await beginsAdding(person)).challenge
    later(PASSKEY_CEREMONY_MS)
    expect(await add(person, late)).toBe(400)
    expect(await passkeysOf(person)).toHaveLength(1)
  })

  test('a session that stands until the passkey is kept', async () => {
    const person = await newPerson(node.url)
    const elsewhere = await signedIn(node.url, person.email)
    const credential = newAuthenticator().makes(await beginsAdding(person))
    const raced = runBefore(node.app.context.stores.passkeys, 'add', () =>
      elsewhere.does(endOtherSessions, {}),
    )
    expect(await person.asks(addPasskey, { credential })).toMatchObject({ status: 401 })
    await raced
    expect(await passkeysOf(elsewhere)).toEqual([])
  })

  test.each([
    ['another website', { origin: 'https://geulmaru.example.evil.com' }],
    ['our host without https', { origin: 'http://geulmaru.example' }],
    ['another host', { hostname: 'evil.com' }],
    ['nobody who proved to be there', { isVerified: false }],
    ['a sign-in', { type: 'webauthn.get' }],
  ])('no answer of %s', async (_, lie) => {
    const person = await newPerson(node.url)
    const { challenge } = await beginsAdding(person)
    const credential = newAuthenticator().makes({ challenge, ...lie })
    expect(await person.asks(addPasskey, { credential })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('처음부터') },
    })
    expect(await passkeysOf(person)).toEqual([])
  })

  test('no certificates, into which the server would have to look', async () => {
    const person = await newPerson(node.url)
    for (const fmt of ['packed', 'apple', 'android-safetynet']) {
      const attStmt = new Map<string, unknown>([['x5c', [new Uint8Array([1])]]])
      const credential = newAuthenticator().makes(await beginsAdding(person), { fmt, attStmt })
      expect((await person.asks(addPasskey, { credential })).status).toBe(400)
    }
  })

  test('no passkey that somebody has already', async () => {
    const [person, other] = [await newPerson(node.url), await newPerson(node.url)]
    const authenticator = await addsPasskey(person)
    const credential = authenticator.makes(await beginsAdding(other))
    expect((await other.asks(addPasskey, { credential })).status).toBe(400)
    expect(await signsIn(authenticator)).toMatchObject({ userNo: person.userNo })
  })
})

describe('nobody comes in with', () => {
  test('a passkey that is nobody’s, which is answered like any other refusal', async () => {
    expect(await signsIn(newAuthenticator())).toEqual(isOut)
  })

  test('what another key signed, or what was changed afterwards', async () => {
    const authenticator = await addsPasskey(await newPerson(node.url))
    const forger = newAuthenticator().shows({ challenge: await challengeFrom(node.url) })
    expect(await asks({ ...forger, id: authenticator.passkeyId, rawId: authenticator.passkeyId })).toEqual(
      isOut,
    )

    const honest = authenticator.shows({ challenge: await challengeFrom(node.url) })
    const challenge = await challengeFrom(node.url)
    const { clientDataJSON } = authenticator.shows({ challenge }).response
    expect(await asks({ ...honest, response: { ...honest.response, clientDataJSON } })).toEqual(isOut)
  })

  test('an answer that was sent already, or late, or to what an adding asked', async () => {
    const person = await newPerson(node.url)
    const authenticator = await addsPasskey(person)
    const answer = authenticator.shows({ challenge: await challengeFrom(node.url) })
    expect(await asks(answer)).toMatchObject(isIn)
    expect(await asks(answer)).toEqual(isOut)

    const late = authenticator.shows({ challenge: await challengeFrom(node.url) })
    later(PASSKEY_CEREMONY_MS)
    expect(await asks(late)).toEqual(isOut)
    expect(await asks(authenticator.shows(await beginsAdding(person)))).toEqual(isOut)
  })

  test.each([
    ['on another website', { origin: 'https://geulmaru.example.evil.com' }],
    ['on our host at another port', { origin: 'https://geulmaru.example:8443' }],
    ['on one’s own machine, where people come by https', { origin: 'http://localhost:3000' }],
    ['for another host', { hostname: 'evil.com' }],
    ['while nobody proved to be there', { isVerified: false }],
    ['as if to make one', { type: 'webauthn.create' }],
  ])('what was signed %s', async (_, lie) => {
    const authenticator = await addsPasskey(await newPerson(node.url))
    const challenge = await challengeFrom(node.url)
    expect(await asks(authenticator.shows({ challenge, ...lie }))).toEqual(isOut)
  })

  test('a copy of a passkey, which has counted less than it', async () => {
    const authenticator = await addsPasskey(await newPerson(node.url))
    authenticator.counts(10)
    expect(await signsIn(authenticator)).toMatchObject(isIn)
    authenticator.counts(4)
    expect(await signsIn(authenticator)).toEqual(isOut)
  })

  test('the name of another account', async () => {
    const authenticator = await addsPasskey(await newPerson(node.url))
    const { userHandle } = await beginsAdding(await newPerson(node.url))
    const challenge = await challengeFrom(node.url)
    expect(await asks(authenticator.shows({ challenge }, userHandle))).toEqual(isOut)
  })

  test('the passkey of an account that is gone', async () => {
    const person = await newPerson(node.url)
    const authenticator = await addsPasskey(person)
    await person.does(deleteAccount, { password: PASSWORD })
    expect(await signsIn(authenticator)).toEqual(isOut)
  })
})

test('in the same moment one answer opens one session', async () => {
  const authenticator = await addsPasskey(await newPerson(node.url))
  const answer = authenticator.shows({ challenge: await challengeFrom(node.url) })
  const answers = await Promise.all(Array.from({ length: 5 }, () => asks(answer)))
  expect(answers.filter(({ authenticated }) => authenticated)).toHaveLength(1)
})

test('on one’s own machine any port will do, and no other host', async () => {
  const own = await startNode({ mongoUrl, publicUrl: 'http://localhost:3000' })
  const person = await newPerson(own.url)
  const authenticator = newAuthenticator()
  const here = { hostname: 'localhost', origin: 'http://localhost:5173' }
  const credential = authenticator.makes({ ...(await beginsAdding(person)), ...here })
  await person.does(addPasskey, { credential })
  const challenge = await challengeFrom(own.url)
  expect(await asks(authenticator.shows({ challenge, ...here }), own.url)).toMatchObject(isIn)
  const foreign = { ...here, origin: 'http://localhost.evil.com', challenge: await challengeFrom(own.url) }
  expect(await asks(authenticator.shows(foreign), own.url)).toEqual(isOut)
  await own.stop()
})

test('what was asked and never answered is forgotten', async () => {
  await challengeFrom(node.url)
  const mongo = await connectMongo(mongoUrl)
  const challenges = mongo.collection('passkeyChallenges')
  expect(await challenges.countDocuments()).toBeGreaterThan(0)
  later(PASSKEY_CEREMONY_MS)
  await node.app.cleanUp()
  expect(await challenges.countDocuments()).toBe(0)
  await mongo.close()
})

import { describe, expect, test } from 'vitest'
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
import {
  type Authenticator,
  beginPasskeyRegistration,
  newAuthenticator,
  registerPasskey,
  requestSignInChallenge,
} from '#tests/support/authenticator.ts'
import { call } from '#tests/support/call.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openNodes, startNode } from '#tests/support/node.ts'
import { newUser, newUsers, PASSWORD, signInUser, type TestUser } from '#tests/support/users.ts'

let now = new Date()
const [node] = await openNodes({ clock: () => now })

const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

const asks = async (credential: AuthenticationCredential, url = node.url) =>
  (await call(url, signInByPasskey, { credential })).body

const signsIn = async (authenticator: Authenticator) =>
  asks(authenticator.createAssertion({ challenge: await requestSignInChallenge(node.url) }))

const passkeysOf = async (user: TestUser) => (await user.call(getPasskeys, {})).passkeys
const isIn = { authenticated: true, mustChangePassword: false }
const isOut = { authenticated: false }

test('a passkey signs its owner in, without a password or an address', async () => {
  const user = await newUser(node.url)
  const authenticator = await registerPasskey(user)
  expect(await passkeysOf(user)).toMatchObject([{ name: '알 수 없는 기기', lastUsedAt: null }])

  const body = await signsIn(authenticator)

  expect(body).toMatchObject({ ...isIn, userNo: user.userNo, email: user.email, username: user.name })
  if (!body.authenticated) return
  expect((await call(node.url, checkSignIn, {}, body.authToken)).body).toMatchObject(isIn)
  expect(await passkeysOf(user)).toMatchObject([{ lastUsedAt: now.toISOString() }])
  expect((await call(node.url, signIn, { email: user.email, password: PASSWORD })).body).toMatchObject(isIn)
})

test('several passkeys can be named, renamed and removed, by their owner only', async () => {
  const [user, other] = await newUsers(node.url, node.url)
  const first = await registerPasskey(user)
  advanceClock(1)
  const second = await registerPasskey(user)
  const { passkeyId } = first

  await user.call(renamePasskey, { passkeyId, name: '  낡은   전화기 ' })
  expect((await passkeysOf(user)).map(({ name }) => name)).toEqual(['낡은 전화기', '알 수 없는 기기'])
  expect((await user.callWithInvalidInput(renamePasskey, { passkeyId, name: '  ' })).status).toBe(400)
  for (const theirs of [renamePasskey, removePasskey])
    expect((await other.request(theirs, { passkeyId, name: '내 것' })).status).toBe(404)

  expect(await user.call(removePasskey, { passkeyId })).toMatchObject({
    success: true,
    passkeys: [{ passkeyId: second.passkeyId }],
  })
  expect(await signsIn(first)).toEqual(isOut)
  expect(await signsIn(second)).toMatchObject(isIn)
})

test('twenty passkeys are the quota', async () => {
  const user = await newUser(node.url)
  for (let count = 0; count < 20; count += 1) await registerPasskey(user)
  await expect(registerPasskey(user)).rejects.toThrow('패스키는 한 사람이 20개까지')
})

describe('the options for the browser', () => {
  test('contain neither an address nor an account at sign-in, and exclude existing passkeys when adding', async () => {
    const user = await newUser(node.url)
    const { passkeyId } = await registerPasskey(user)
    const { userHandle } = await beginPasskeyRegistration(user)
    expect(Buffer.from(userHandle, 'base64url')).toHaveLength(32)
    expect((await beginPasskeyRegistration(user)).userHandle).toBe(userHandle)
    const adding = await user.call(beginAddingPasskey, {})
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

  test('are empty where browsers do not support passkeys', async () => {
    const plain = await startNode({ mongoUrl: node.mongoUrl, publicUrl: 'http://geulmaru.example' })
    const user = await newUser(plain.url)
    await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
    expect(await user.call(beginAddingPasskey, {})).toMatchObject({ success: false, authenticated: true })
    expect((await call(plain.url, beginPasskeySignIn, {})).body).toMatchObject({ success: false })
    await plain.stop()
  })
})

describe('adding requires', () => {
  test('a recent password step of this session', async () => {
    const user = await newUser(node.url)
    const step = { success: false, authenticated: false, message: expect.stringContaining('비밀번호를 다시') }
    expect(await user.call(beginAddingPasskey, {})).toMatchObject(step)

    const credential = newAuthenticator().createCredential(await beginPasskeyRegistration(user))
    const otherSession = await signInUser(node.url, user.email)
    expect(await otherSession.call(addPasskey, { credential })).toMatchObject(step)
    advanceClock(PASSWORD_PROOF_MS)
    expect(await user.call(addPasskey, { credential })).toMatchObject(step)
    expect(await passkeysOf(user)).toEqual([])
  })

  test('the challenge of this session, once, within five minutes, and for adding', async () => {
    const user = await newUser(node.url)
    const otherSession = await signInUser(node.url, user.email)
    const add = async (by: TestUser, challenge: string) =>
      (await by.request(addPasskey, { credential: newAuthenticator().createCredential({ challenge }) }))
        .status

    const { challenge } = await beginPasskeyRegistration(user)
    await beginPasskeyRegistration(otherSession)
    expect(await add(otherSession, challenge)).toBe(400)
    expect(await add(user, challenge)).toBe(200)
    expect(await add(user, challenge)).toBe(400)
    expect(await add(user, await requestSignInChallenge(node.url))).toBe(400)
    expect(await add(user, 'x'.repeat(43))).toBe(400)
    const late = (await beginPasskeyRegistration(user)).challenge
    advanceClock(PASSKEY_CEREMONY_MS)
    expect(await add(user, late)).toBe(400)
    expect(await passkeysOf(user)).toHaveLength(1)
  })

  test('a session that is valid until the passkey is stored', async () => {
    const user = await newUser(node.url)
    const otherSession = await signInUser(node.url, user.email)
    const credential = newAuthenticator().createCredential(await beginPasskeyRegistration(user))
    const race = runBefore(node.app.context.repositories.passkeys, 'add', () =>
      otherSession.call(endOtherSessions, {}),
    )
    expect(await user.request(addPasskey, { credential })).toMatchObject({ status: 401 })
    await race
    expect(await passkeysOf(otherSession)).toEqual([])
  })

  test.each([
    ['another website', { origin: 'https://geulmaru.example.evil.com' }],
    ['our host without https', { origin: 'http://geulmaru.example' }],
    ['another host', { hostname: 'evil.com' }],
    ['no user verification', { isVerified: false }],
    ['a sign-in', { type: 'webauthn.get' }],
  ])('no response of %s', async (_, lie) => {
    const user = await newUser(node.url)
    const { challenge } = await beginPasskeyRegistration(user)
    const credential = newAuthenticator().createCredential({ challenge, ...lie })
    expect(await user.request(addPasskey, { credential })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('처음부터') },
    })
    expect(await passkeysOf(user)).toEqual([])
  })

  test.each(['packed', 'apple', 'android-safetynet'])(
    'no certificate of %s, which the server would have to verify',
    async fmt => {
      const user = await newUser(node.url)
      const attStmt = new Map<string, unknown>([['x5c', [new Uint8Array([1])]]])
      const options = await beginPasskeyRegistration(user)
      const credential = newAuthenticator().createCredential(options, { fmt, attStmt })
      expect((await user.request(addPasskey, { credential })).status).toBe(400)
    },
  )

  test('a passkey that nobody has registered', async () => {
    const [user, other] = await newUsers(node.url, node.url)
    const authenticator = await registerPasskey(user)
    const credential = authenticator.createCredential(await beginPasskeyRegistration(other))
    expect((await other.request(addPasskey, { credential })).status).toBe(400)
    expect(await signsIn(authenticator)).toMatchObject({ userNo: user.userNo })
  })
})

describe('a sign-in is rejected with', () => {
  test('a signature of another key, or changed data', async () => {
    const authenticator = await registerPasskey(await newUser(node.url))
    const forger = newAuthenticator().createAssertion({ challenge: await requestSignInChallenge(node.url) })
    expect(await asks({ ...forger, id: authenticator.passkeyId, rawId: authenticator.passkeyId })).toEqual(
      isOut,
    )

    const honest = authenticator.createAssertion({ challenge: await requestSignInChallenge(node.url) })
    const challenge = await requestSignInChallenge(node.url)
    const { clientDataJSON } = authenticator.createAssertion({ challenge }).response
    expect(await asks({ ...honest, response: { ...honest.response, clientDataJSON } })).toEqual(isOut)
  })

  test('a response that was already used, is late, or belongs to an adding challenge', async () => {
    const user = await newUser(node.url)
    const authenticator = await registerPasskey(user)
    const answer = authenticator.createAssertion({ challenge: await requestSignInChallenge(node.url) })
    expect(await asks(answer)).toMatchObject(isIn)
    expect(await asks(answer)).toEqual(isOut)

    const late = authenticator.createAssertion({ challenge: await requestSignInChallenge(node.url) })
    advanceClock(PASSKEY_CEREMONY_MS)
    expect(await asks(late)).toEqual(isOut)
    expect(await asks(authenticator.createAssertion(await beginPasskeyRegistration(user)))).toEqual(isOut)
  })

  test.each([
    ['on another website', { origin: 'https://geulmaru.example.evil.com' }],
    ['on our host at another port', { origin: 'https://geulmaru.example:8443' }],
    ['on localhost, for a server with https', { origin: 'http://localhost:3000' }],
    ['for another host', { hostname: 'evil.com' }],
    ['without user verification', { isVerified: false }],
    ['as for a registration', { type: 'webauthn.create' }],
  ])('a signature %s', async (_, lie) => {
    const authenticator = await registerPasskey(await newUser(node.url))
    const challenge = await requestSignInChallenge(node.url)
    expect(await asks(authenticator.createAssertion({ challenge, ...lie }))).toEqual(isOut)
  })

  test('a copy of a passkey with a lower counter', async () => {
    const authenticator = await registerPasskey(await newUser(node.url))
    authenticator.setCounter(10)
    expect(await signsIn(authenticator)).toMatchObject(isIn)
    authenticator.setCounter(4)
    expect(await signsIn(authenticator)).toEqual(isOut)
  })

  test('a passkey of nobody, of another account or of a deleted one, with the same response', async () => {
    expect(await signsIn(newAuthenticator())).toEqual(isOut)
    const user = await newUser(node.url)
    const authenticator = await registerPasskey(user)
    const { userHandle } = await beginPasskeyRegistration(await newUser(node.url))
    const challenge = await requestSignInChallenge(node.url)
    expect(await asks(authenticator.createAssertion({ challenge }, userHandle))).toEqual(isOut)
    await user.call(deleteAccount, { password: PASSWORD })
    expect(await signsIn(authenticator)).toEqual(isOut)
  })
})

test('one response used concurrently creates one session', async () => {
  const authenticator = await registerPasskey(await newUser(node.url))
  const answer = authenticator.createAssertion({ challenge: await requestSignInChallenge(node.url) })
  const answers = await Promise.all(Array.from({ length: 5 }, () => asks(answer)))
  expect(answers.filter(({ authenticated }) => authenticated)).toHaveLength(1)
})

test('on localhost any port is accepted, and no other host', async () => {
  const own = await startNode({ mongoUrl: node.mongoUrl, publicUrl: 'http://localhost:3000' })
  const user = await newUser(own.url)
  const authenticator = newAuthenticator()
  const firstNode = { hostname: 'localhost', origin: 'http://localhost:5173' }
  const credential = authenticator.createCredential({
    ...(await beginPasskeyRegistration(user)),
    ...firstNode,
  })
  await user.call(addPasskey, { credential })
  const challenge = await requestSignInChallenge(own.url)
  expect(await asks(authenticator.createAssertion({ challenge, ...firstNode }), own.url)).toMatchObject(isIn)
  const foreign = {
    ...firstNode,
    origin: 'http://localhost.evil.com',
    challenge: await requestSignInChallenge(own.url),
  }
  expect(await asks(authenticator.createAssertion(foreign), own.url)).toEqual(isOut)
  await own.stop()
})

test('challenges without a response are cleaned up', async () => {
  await requestSignInChallenge(node.url)
  const challenges = node.mongo.collection('passkeyChallenges')
  expect(await challenges.countDocuments()).toBeGreaterThan(0)
  advanceClock(PASSKEY_CEREMONY_MS)
  await node.app.cleanUp()
  expect(await challenges.countDocuments()).toBe(0)
})

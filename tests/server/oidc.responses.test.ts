import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { OIDC_TICKET_MS, OIDC_TRANSACTION_MS } from '#protocol/limits.ts'
import { beginOidcSignIn, getOidcProviders, signInByOidc } from '#protocol/oidc.ts'
import { HOUR_MS } from '#server/platform/durations.ts'
import { startHostileProvider } from '#tests/support/hostileProvider.ts'
import { openNodes } from '#tests/support/node.ts'
import { newOidcBrowser } from '#tests/support/oidcBrowser.ts'

const provider = await startHostileProvider('hostile')
const other = await startHostileProvider('other')
let now = new Date()
const settings = { oidcProviders: [provider.settings, other.settings], clock: () => now }
const [node] = await openNodes(settings)
afterAll(() => Promise.all([provider.stop(), other.stop()]))
afterEach(() => {
  provider.misbehave({})
  provider.describeItself({})
  provider.answerUserInfo(null)
  provider.setDown(false)
})

const REJECTED = '/user/oidc#failed.rejected'
const EXPIRED = '/user/oidc#failed.expired'
const TICKET = /^\/user\/oidc#signIn\.[\w-]{22}$/

const browser = () => newOidcBrowser(node.url)

async function outcome(changed: Record<string, string | undefined> = {}): Promise<string> {
  const own = browser()
  return own.bring(provider.respond(await own.begin('hostile'), changed))
}

test('a right response leads to a ticket, with state, nonce and PKCE in the request', async () => {
  const own = browser()
  const url = new URL(await own.begin('hostile'))
  expect(url.origin).toBe(provider.issuer)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'geulmaru',
    response_type: 'code',
    redirect_uri: 'https://geulmaru.example/api/oidc/hostile/callback',
    scope: 'openid email',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  const ticket = await own.ticketOf(provider.respond(url.href))
  const { body } = await own.call(signInByOidc, { ticket })
  expect(body).toMatchObject({ authenticated: false, step: 'signUp', provider: 'hostile', email: '' })
})

const seconds = (from: number) => Math.floor(Date.now() / 1000) + from

describe('an ID token is rejected', () => {
  test.each<[string, Parameters<typeof provider.misbehave>[0]]>([
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of another issuer', { claims: { iss: 'https://accounts.example.com' } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['for several clients without saying for which', { claims: { aud: ['geulmaru', 'another'] } }],
    ['for several clients, authorized for another', { claims: { aud: ['geulmaru', 'x'], azp: 'x' } }],
    ['after its expiry', { claims: { exp: seconds(-120) } }],
    ['before it is valid', { claims: { nbf: seconds(600) } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with an overlong subject', { claims: { sub: 'x'.repeat(256) } }],
    ['signed with another key', { key: provider.otherKey }],
    ['signed with the client secret', { algorithm: 'HS256' }],
    ['without a signature', { algorithm: 'none' }],
  ])('%s', async (_, answer) => {
    provider.misbehave(answer)
    expect(await outcome()).toBe(REJECTED)
  })
})

describe('a response is rejected', () => {
  test.each([
    ['of another issuer', { iss: 'https://accounts.example.com' }],
    ['without the issuer that the provider promises', { iss: undefined }],
    ['without a code', { code: undefined }],
  ])('%s', async (_, changed) => {
    expect(await outcome(changed)).toBe(REJECTED)
  })

  test.each([
    ['with another state', { state: 'another' }],
    ['without a state', { state: undefined }],
  ])('%s', async (_, changed) => {
    expect(await outcome(changed)).toBe(EXPIRED)
  })

  test('the second time, also at the same moment', async () => {
    const own = browser()
    const response = provider.respond(await own.begin('hostile'))
    expect(await own.bring(response)).toMatch(TICKET)
    expect(await own.bring(response)).toBe(EXPIRED)
    const url = await own.begin('hostile')
    const raced = provider.respond(url)
    const both = await Promise.all([own.bring(raced), own.bring(raced)])
    expect(both.toSorted()).toEqual([EXPIRED, expect.stringMatching(TICKET)])
  })

  test('with a code that was used before', async () => {
    const own = browser()
    const first = provider.respond(await own.begin('hostile'))
    await own.bring(first)
    const code = new URL(first).searchParams.get('code') ?? ''
    expect(await outcome({ code })).toBe(REJECTED)
  })

  test('in another browser, which keeps nobody from finishing', async () => {
    const own = browser()
    const response = provider.respond(await own.begin('hostile'))
    expect(await browser().bring(response)).toBe(EXPIRED)
    const victim = browser()
    await victim.begin('hostile')
    expect(await victim.bring(response)).toBe(EXPIRED)
    expect(await own.bring(response)).toMatch(TICKET)
  })

  test('at the redirect URI of another provider (mix-up)', async () => {
    const own = browser()
    const response = provider.respond(await own.begin('hostile'))
    const before = other.requests.length
    expect(await own.bring(response.replace('/oidc/hostile/', '/oidc/other/'))).toBe(EXPIRED)
    // The other provider does not get the code.
    expect(other.requests.slice(before)).toEqual([])
  })

  test('that names another provider as its issuer (mix-up)', async () => {
    expect(await outcome({ iss: other.issuer })).toBe(REJECTED)
  })

  test('after ten minutes', async () => {
    const own = browser()
    const response = provider.respond(await own.begin('hostile'))
    now = new Date(now.getTime() + OIDC_TRANSACTION_MS)
    expect(await own.bring(response)).toBe(EXPIRED)
  })

  test('with two states, overlong, or for an unknown provider', async () => {
    const own = browser()
    const response = provider.respond(await own.begin('hostile'))
    expect(await own.bring(`${response}&state=another`)).toBe(EXPIRED)
    expect(await own.bring(`${response}&more=${'x'.repeat(5_000)}`)).toBe(REJECTED)
    expect(await own.bring(response.replace('/hostile/', '/nobody/'))).toBe(EXPIRED)
  })
})

test('a cancelled sign-in, a failing and an unreachable provider have messages of their own', async () => {
  const cancelled = { code: undefined, error: 'access_denied' }
  expect(await outcome(cancelled)).toBe('/user/oidc#failed.cancelled')
  provider.misbehave({ status: 503 })
  expect(await outcome()).toBe('/user/oidc#failed.unavailable')
  const own = browser()
  const response = provider.respond(await own.begin('hostile'))
  provider.setDown(true)
  expect(await own.bring(response)).toBe('/user/oidc#failed.unavailable')
})

test('nothing in a response changes where it redirects to', async () => {
  const evil = {
    returnTo: '//evil.example',
    redirect_uri: 'https://evil.example',
    next: 'https://evil.example',
  }
  expect(await outcome(evil)).toMatch(TICKET)
})

test('a provider that is down at first is asked again, and its metadata is fetched once an hour', async () => {
  now = new Date(now.getTime() + HOUR_MS)
  provider.setDown(true)
  const own = browser()
  const { body } = await own.call(beginOidcSignIn, { provider: 'hostile' })
  expect(body).toMatchObject({ success: false, message: expect.stringContaining('응답하지 않아요') })
  provider.setDown(false)
  const before = provider.requests.length
  await Promise.all([own.begin('hostile'), own.begin('hostile'), own.begin('hostile')])
  expect(provider.requests.slice(before)).toEqual(['/.well-known/openid-configuration'])
})

test.each([
  ['another issuer', { issuer: 'https://accounts.example.com' }],
  ['an address that runs a script', { authorization_endpoint: 'javascript:alert(1)' }],
])('metadata with %s are rejected', async (_, metadata) => {
  now = new Date(now.getTime() + HOUR_MS)
  provider.describeItself(metadata)
  expect((await browser().call(beginOidcSignIn, { provider: 'hostile' })).body).toMatchObject({
    success: false,
  })
  now = new Date(now.getTime() + HOUR_MS)
})

describe('the address', () => {
  async function addressFor(
    claims: Record<string, unknown>,
    userInfo: Record<string, unknown> | null = null,
  ) {
    provider.misbehave({ claims: { sub: 'addressed', ...claims } })
    provider.answerUserInfo(userInfo)
    const own = browser()
    const ticket = await own.ticketOf(provider.respond(await own.begin('hostile')))
    const { body } = await own.call(signInByOidc, { ticket })
    return body.authenticated ? null : { email: body.email, isEmailVerified: body.isEmailVerified }
  }
  const NONE = { email: '', isEmailVerified: false }

  test('is verified only if the provider says so', async () => {
    const email = 'Person@Example.com'
    const known = 'person@example.com'
    expect(await addressFor({ email, email_verified: true })).toEqual({ email: known, isEmailVerified: true })
    for (const email_verified of [false, 'true', 1, undefined])
      expect(await addressFor({ email, email_verified })).toEqual({ email: known, isEmailVerified: false })
  })

  test('comes from UserInfo of the same subject if the ID token has none', async () => {
    const address = { email: 'info@example.com', email_verified: true }
    expect(await addressFor({}, { sub: 'addressed', ...address })).toEqual({
      email: 'info@example.com',
      isEmailVerified: true,
    })
    expect(await addressFor({}, { sub: 'another', ...address })).toEqual(NONE)
    // Naver's form.
    expect(await addressFor({}, { resultcode: '00', response: { email: 'info@example.com' } })).toEqual(NONE)
  })

  test('is ignored if it is none that an account may have', async () => {
    for (const email of ['1@example.com', 'a+b@example.com', 7, '<script>@example.com'])
      expect(await addressFor({ email, email_verified: true })).toEqual(NONE)
  })
})

describe('a ticket', () => {
  test('works in the browser that began only, and for fifteen minutes', async () => {
    const own = browser()
    const ticket = await own.ticketOf(provider.respond(await own.begin('hostile')))
    const expired = { authenticated: false, step: 'expired' }
    expect((await browser().call(signInByOidc, { ticket })).body).toMatchObject(expired)
    expect((await own.call(signInByOidc, { ticket: 'x'.repeat(22) })).body).toMatchObject(expired)
    expect((await own.call(signInByOidc, { ticket })).body).toMatchObject({ step: 'signUp' })
    now = new Date(now.getTime() + OIDC_TICKET_MS)
    expect((await own.call(signInByOidc, { ticket })).body).toMatchObject(expired)
  })
})

test('the cookie is bound to the host, for redirects from other sites, and not for scripts', async () => {
  const own = browser()
  const { setCookie } = await own.call(beginOidcSignIn, { provider: 'hostile' })
  expect(setCookie).toEqual([
    expect.stringMatching(
      /^__Host-geulmaru_oidc=[\w-]{22}; Max-Age=1500; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
  // Several tabs share it.
  expect((await own.call(beginOidcSignIn, { provider: 'hostile' })).setCookie[0]?.split(';')[0]).toBe(
    setCookie[0]?.split(';')[0],
  )
})

test('another site cannot begin', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site' }
  expect((await browser().call(beginOidcSignIn, { provider: 'hostile' }, undefined, headers)).status).toBe(
    403,
  )
})

test('only configured providers are listed and accepted', async () => {
  expect((await browser().call(getOidcProviders, {})).body.providers).toEqual([
    { name: 'hostile', label: 'hostile' },
    { name: 'other', label: 'other' },
  ])
  expect((await browser().call(beginOidcSignIn, { provider: 'nobody' })).status).toBe(404)
})

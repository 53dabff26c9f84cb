import { randomUUID } from 'node:crypto'
import { DEFAULT_MAIL_CHOICES } from '#protocol/mailNotifications.ts'
import { getSessions, requestMyInfo } from '#protocol/myInfo.ts'
import { FIRST_CHOICES } from '#protocol/push.ts'
import { newApiToken } from '#tests/support/apiTokens.ts'
import {
  beginPasskeyRegistration,
  newAuthenticator,
  registerPasskey,
  requestSignInChallenge,
} from '#tests/support/authenticator.ts'
import { insertLink, insertTicket } from '#tests/support/oidcLinks.ts'
import { newBrowser } from '#tests/support/pushService.ts'
import { newUser, PASSWORD, signInUser } from '#tests/support/users.ts'
import { type Caller, emptyInput, type Inputs } from './shared.ts'

/** A visitor has none. */
const emailOf = (caller: Caller) => caller?.email ?? 'visitor@example.com'

/** Inputs of accounts, passkeys and push messages. */
export const accountInputs = {
  '/api/user/signin': ({ author }) => ({ email: author.email, password: PASSWORD }),
  '/api/user/checksignin': emptyInput,
  '/api/user/signout': () => ({ authToken: 'nobody' }),
  '/api/user/checkregdata': () => ({ email: `free-${randomUUID()}@example.com` }),
  '/api/user/register': () => ({
    email: `joined-${randomUUID()}@example.com`,
    username: randomUUID(),
    password: PASSWORD,
  }),
  '/api/user/reqpwreset': ({ bystander }) => ({ email: bystander.email }),
  '/api/user/confirmemail': ({ author }) => ({ token: `${author.userNo}.${'x'.repeat(22)}` }),
  '/api/user/sendconfirmation': emptyInput,
  '/api/user/getprivacypolicy': emptyInput,
  '/api/user/gettermsofcontract': emptyInput,
  '/api/user/reqmyinfo': (_, caller) => ({ email: emailOf(caller), password: PASSWORD }),
  '/api/user/updatemyinfo': async (_, caller) => {
    await caller?.call(requestMyInfo, { email: caller.email, password: PASSWORD })
    return { mobile: '' }
  },
  '/api/user/delete': () => ({ password: '틀린 비밀번호' }),
  '/api/user/getsessions': emptyInput,
  '/api/user/endsession': async ({ author }) => {
    await signInUser(author.url, author.email)
    const { sessions } = await author.call(getSessions, {})
    return { sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.sessionId ?? '' }
  },
  '/api/user/endothersessions': emptyInput,
  '/api/user/exportdata': emptyInput,
  '/api/user/signin/passkey': async ({ author }) => {
    const authenticator = await registerPasskey(await newUser(author.url))
    return {
      credential: authenticator.createAssertion({ challenge: await requestSignInChallenge(author.url) }),
    }
  },
  '/api/token/list': emptyInput,
  '/api/token/create': async (_, caller) => {
    await caller?.call(requestMyInfo, { email: caller.email, password: PASSWORD })
    return { name: '집 컴퓨터', scopes: ['read'], days: 30 }
  },
  '/api/token/remove': async ({ author }) => ({ tokenId: (await newApiToken(author)).tokenId }),
  '/api/passkey/list': emptyInput,
  '/api/passkey/beginadding': async (_, caller) => {
    await caller?.call(requestMyInfo, { email: caller.email, password: PASSWORD })
    return {}
  },
  '/api/passkey/add': async ({ author }, caller) => ({
    credential: newAuthenticator().createCredential(await beginPasskeyRegistration(caller ?? author)),
  }),
  '/api/passkey/rename': async ({ author }) => ({
    passkeyId: (await registerPasskey(author)).passkeyId,
    name: '전화기',
  }),
  '/api/passkey/remove': async ({ author }) => ({ passkeyId: (await registerPasskey(author)).passkeyId }),
  '/api/passkey/beginsignin': emptyInput,
  '/api/oidc/providers': emptyInput,
  '/api/oidc/begin': () => ({ provider: 'nobody' }),
  '/api/oidc/beginlink': async (_, caller) => {
    await caller?.call(requestMyInfo, { email: caller.email, password: PASSWORD })
    return { provider: 'nobody' }
  },
  '/api/oidc/beginproof': () => ({ provider: 'nobody' }),
  '/api/user/signin/oidc': async ({ author }) => {
    const subject = randomUUID()
    await insertLink(await newUser(author.url), subject)
    return { ticket: await insertTicket(author.url, { subject }) }
  },
  '/api/user/signin/oidc/register': async ({ author }) => ({
    ticket: await insertTicket(author.url),
    username: randomUUID(),
    email: `joined-${randomUUID()}@example.com`,
  }),
  '/api/user/signin/oidc/link': async ({ author }) => ({
    ticket: await insertTicket(author.url, { email: author.email }),
    password: PASSWORD,
  }),
  '/api/oidc/link': async ({ author }, caller) => ({
    ticket: await insertTicket(author.url, { purpose: 'link', ...(caller && { caller }) }),
  }),
  '/api/oidc/reqmyinfo': async ({ author }, caller) => ({
    ticket: await insertTicket(author.url, { purpose: 'proof', ...(caller && { caller }) }),
  }),
  '/api/oidc/list': emptyInput,
  '/api/oidc/unlink': async ({ author }) => ({ linkId: await insertLink(author) }),
  '/api/push/get': emptyInput,
  '/api/push/subscribe': () => newBrowser('https://fcm.googleapis.com/fcm/send/').subscription,
  '/api/push/choose': () => FIRST_CHOICES,
  '/api/push/end': emptyInput,
  '/api/mail/get': emptyInput,
  '/api/mail/choose': () => DEFAULT_MAIL_CHOICES,
  '/api/mail/turnon': emptyInput,
} satisfies Partial<Inputs>

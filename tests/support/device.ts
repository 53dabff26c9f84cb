import { checkSignIn, requestPasswordReset, signIn } from '#protocol/accounts.ts'
import type { Call, ReplyOf } from '#protocol/call.ts'
import type { ErrorReply } from '#protocol/errors.ts'
import { type AuthenticationCredential, signInByPasskey } from '#protocol/passkeys.ts'
import { PASSWORD } from './person.ts'

let addresses = 0

/** An address from which nobody has asked yet; for nodes that trust one proxy. */
export function freshAddress(): string {
  addresses += 1
  return `203.0.${Math.floor(addresses / 250)}.${addresses % 250}`
}

interface DeviceOptions {
  address?: string
  userAgent?: string
  language?: string
}

/** A browser that keeps the cookies which it is given, and shows each at its path. */
export function newDevice(
  url: string,
  { address = freshAddress(), userAgent = '', language = 'ko' }: DeviceOptions = {},
) {
  const cookies = new Map<string, string>()

  function keep(setCookie: string) {
    const [pair = '', ...attributes] = setCookie.split('; ')
    const path = attributes.find(attribute => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/'
    if (attributes.includes('Max-Age=0')) cookies.delete(path)
    else cookies.set(path, pair)
  }

  /** As browsers do: a cookie is shown at its path and below. */
  function shownAt(path: string): string {
    const [, pair] = [...cookies].find(([at]) => path === at || path.startsWith(`${at}/`)) ?? []
    return pair ?? ''
  }

  async function ask<C extends Call>(called: C, input: object, headers: Record<string, string> = {}) {
    const response = await fetch(url + called.path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': address,
        'User-Agent': userAgent,
        'Accept-Language': language,
        Cookie: shownAt(called.path),
        ...headers,
      },
      body: JSON.stringify(input),
    })
    const set = response.headers.getSetCookie()
    for (const each of set) keep(each)
    // Without those that are to be forgotten.
    const setCookie = set.filter(each => !each.includes('Max-Age=0')).join('\n')
    const body = (await response.json()) as ReplyOf<C> & Partial<ErrorReply>
    return { status: response.status, setCookie, retryAfter: response.headers.get('Retry-After'), body }
  }

  return {
    address,
    signsIn: (email: string, password = PASSWORD) => ask(signIn, { email, password }),
    /** With the tick to stay signed in. */
    stays: (email: string, headers?: Record<string, string>) =>
      ask(signIn, { email, password: PASSWORD, stays: true }, headers),
    /** By a passkey, likewise. */
    rememberedByPasskey: (credential: AuthenticationCredential) =>
      ask(signInByPasskey, { credential, stays: true }),
    /** As a page does when it is opened. */
    opens: (authToken?: string, headers?: Record<string, string>) => ask(checkSignIn, { authToken }, headers),
    /** The cookie that it shows when it is opened, or as somebody puts it there. */
    get rememberMeCookie() {
      return cookies.get(checkSignIn.path) ?? ''
    },
    set rememberMeCookie(cookie) {
      cookies.set(checkSignIn.path, cookie)
    },
    asksForReset: (email: string) => ask(requestPasswordReset, { email }),
    /** Goes somewhere else with all that it has. */
    moves(to = freshAddress()) {
      address = to
    },
  }
}

export type Device = ReturnType<typeof newDevice>

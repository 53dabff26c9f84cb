import { checkSignIn, requestPasswordReset, signIn } from '#protocol/accounts.ts'
import type { Call, ErrorReply, ReplyOf } from '#protocol/call.ts'
import { type AuthenticationCredential, signInByPasskey } from '#protocol/passkeys.ts'
import { PASSWORD } from './users.ts'

let addresses = 0

/** A client IP address that has made no requests yet, for nodes that trust one proxy. */
export function newIpAddress(): string {
  addresses += 1
  return `203.0.${Math.floor(addresses / 250)}.${addresses % 250}`
}

interface DeviceOptions {
  address?: string
  userAgent?: string
  language?: string
}

/** A browser that stores cookies and sends each to its path. */
export function newDevice(
  url: string,
  { address = newIpAddress(), userAgent = '', language = 'ko' }: DeviceOptions = {},
) {
  const cookies = new Map<string, string>()

  function storeCookie(setCookie: string) {
    const [pair = '', ...attributes] = setCookie.split('; ')
    const path = attributes.find(attribute => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/'
    if (attributes.includes('Max-Age=0')) cookies.delete(path)
    else cookies.set(path, pair)
  }

  /** As browsers do: a cookie is sent to its path and below. */
  function cookieFor(path: string): string {
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
        Cookie: cookieFor(called.path),
        ...headers,
      },
      body: JSON.stringify(input),
    })
    const set = response.headers.getSetCookie()
    for (const each of set) storeCookie(each)
    // Without deleted cookies.
    const setCookie = set.filter(each => !each.includes('Max-Age=0')).join('\n')
    const body = (await response.json()) as ReplyOf<C> & Partial<ErrorReply>
    return { status: response.status, setCookie, retryAfter: response.headers.get('Retry-After'), body }
  }

  return {
    address,
    signIn: (email: string, password = PASSWORD) => ask(signIn, { email, password }),
    /** Signs in with the remember-me option. */
    signInRemembered: (email: string, headers?: Record<string, string>) =>
      ask(signIn, { email, password: PASSWORD, stays: true }, headers),
    /** Signs in by passkey with the remember-me option. */
    signInRememberedByPasskey: (credential: AuthenticationCredential) =>
      ask(signInByPasskey, { credential, stays: true }),
    /** The request of a page load. */
    openPage: (authToken?: string, headers?: Record<string, string>) =>
      ask(checkSignIn, { authToken }, headers),
    /** The cookie that a page load sends, or a replacement that a test sets. */
    get rememberMeCookie() {
      return cookies.get(checkSignIn.path) ?? ''
    },
    set rememberMeCookie(cookie) {
      cookies.set(checkSignIn.path, cookie)
    },
    requestReset: (email: string) => ask(requestPasswordReset, { email }),
    /** Changes the IP address and keeps the cookies. */
    changeAddress(to = newIpAddress()) {
      address = to
    },
  }
}

export type Device = ReturnType<typeof newDevice>

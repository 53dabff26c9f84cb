import { requestPasswordReset, signIn } from '#protocol/accounts.ts'
import type { Call, ReplyOf } from '#protocol/call.ts'
import type { ErrorReply } from '#protocol/errors.ts'
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

/** A browser that keeps the cookie which it was given at a sign-in. */
export function newDevice(
  url: string,
  { address = freshAddress(), userAgent = '', language = 'ko' }: DeviceOptions = {},
) {
  let cookie = ''

  async function ask<C extends Call>(called: C, input: object) {
    const response = await fetch(url + called.path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': address,
        'User-Agent': userAgent,
        'Accept-Language': language,
        Cookie: cookie,
      },
      body: JSON.stringify(input),
    })
    const setCookie = response.headers.get('Set-Cookie') ?? ''
    cookie = setCookie.split(';')[0] || cookie
    const body = (await response.json()) as ReplyOf<C> & Partial<ErrorReply>
    return { status: response.status, setCookie, retryAfter: response.headers.get('Retry-After'), body }
  }

  return {
    address,
    signsIn: (email: string, password = PASSWORD) => ask(signIn, { email, password }),
    asksForReset: (email: string) => ask(requestPasswordReset, { email }),
    /** Goes somewhere else with all that it has. */
    moves(to = freshAddress()) {
      address = to
    },
  }
}

export type Device = ReturnType<typeof newDevice>

import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'

interface CookieOptions {
  path: string
  maxAgeMs: number
  secure: boolean
}

/** Cookies of a request and its response. Always HttpOnly and SameSite=Strict. */
export interface Cookies {
  /** Whether the request comes from our own page or from a program that is not a browser. */
  isSameOrigin: boolean
  get(name: string): string | undefined
  /** Null deletes the cookie. */
  set(name: string, value: string | null, options: CookieOptions): void
}

export function cookiesOf(request: Request, response: Response): Cookies {
  return {
    isSameOrigin: isFromOurPage(request),
    get: name => parseCookie(request.get('Cookie') ?? '')[name],
    set(name, value, { path, maxAgeMs, secure }) {
      const maxAge = value === null ? 0 : maxAgeMs
      response.cookie(name, value ?? '', { path, maxAge, secure, httpOnly: true, sameSite: 'strict' })
    },
  }
}

/** Browsers send Sec-Fetch-Site over HTTPS and on localhost; otherwise compare the page's host. */
function isFromOurPage(request: Request): boolean {
  const site = request.get('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  const origin = request.get('Origin')
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host)
}

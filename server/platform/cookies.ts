import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'

export interface CookieOptions {
  /** The only path at which the browser shows it. */
  path: string
  maxAgeMs: number
  /** Whether it travels over https alone. */
  secure: boolean
}

/** The cookies of one request and its answer. Scripts never see them, and no other site can have them sent. */
export interface Cookies {
  /** Whether a page of ours, or a program that is no browser, makes the request: not another site's form, not a sibling's. */
  areOurs: boolean
  get(name: string): string | undefined
  /** Null has the browser forget it. */
  set(name: string, value: string | null, options: CookieOptions): void
}

export function cookiesOf(request: Request, response: Response): Cookies {
  return {
    areOurs: isFromOurPage(request),
    get: name => parseCookie(request.get('Cookie') ?? '')[name],
    set(name, value, { path, maxAgeMs, secure }) {
      const maxAge = value === null ? 0 : maxAgeMs
      response.cookie(name, value ?? '', { path, maxAge, secure, httpOnly: true, sameSite: 'strict' })
    },
  }
}

/** Browsers say it by themselves, over https and on this machine; elsewhere they name the page's host. */
function isFromOurPage(request: Request): boolean {
  const site = request.get('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  const origin = request.get('Origin')
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host)
}

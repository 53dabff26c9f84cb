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
  get(name: string): string | undefined
  set(name: string, value: string, options: CookieOptions): void
}

export function cookiesOf(request: Request, response: Response): Cookies {
  return {
    get: name => parseCookie(request.get('Cookie') ?? '')[name],
    set(name, value, { path, maxAgeMs, secure }) {
      response.cookie(name, value, { path, maxAge: maxAgeMs, secure, httpOnly: true, sameSite: 'strict' })
    },
  }
}

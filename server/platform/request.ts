import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Bowser from 'bowser'
import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import ipaddr from 'ipaddr.js'
import { truncateText } from '#protocol/normalization.ts'

/** Whether the proxy at an address is trusted; `hop` counts from 0, the nearest. */
export type TrustsProxy = (address: string, hop: number) => boolean

/** The client address, as Express computes it: the nearest address that is not a trusted proxy. */
export function addressOf(request: IncomingMessage, trusts: TrustsProxy): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
  const before = forwarded.split(',').map(address => address.trim())
  const chain = [request.socket.remoteAddress ?? '', ...before.filter(Boolean).reverse()]
  return chain.find((address, hop) => !trusts(address, hop)) ?? chain.at(-1) ?? ''
}

/** In bits: the IPv6 prefix that providers assign to one household. */
const HOUSEHOLD_BITS = 56

/**
 * Normalizes an address for rate limiting: an IPv6 household counts as one address, and an IPv4-mapped address as IPv4.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${HOUSEHOLD_BITS}`).toString()
}

const REQUEST_ID_HEADER = 'X-Request-Id'
/** Request IDs accepted from a proxy: safe to log as they are. */
const VALID_REQUEST_ID = /^[\w.-]{8,64}$/

/** Sets a request ID for the response and the log. A trusted proxy may provide one. */
export function requestIdMiddleware(trusts: TrustsProxy) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const given = headerOfProxy(request, trusts, 'x-request-id')
    response.setHeader(
      REQUEST_ID_HEADER,
      given !== undefined && VALID_REQUEST_ID.test(given) ? given : randomUUID(),
    )
    next()
  }
}

export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(REQUEST_ID_HEADER))
}

/** A header set by the nearest proxy, if that proxy is trusted. */
export function headerOfProxy(
  { headers, socket }: IncomingMessage,
  trusts: TrustsProxy,
  name: 'x-request-id' | 'traceparent',
): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && trusts(socket.remoteAddress ?? '', 0) ? value : undefined
}

/** Content negotiation parses these headers. Browsers send at most about two hundred characters. */
const NEGOTIATED = ['accept', 'accept-encoding', 'accept-language'] as const
const NEGOTIATED_LENGTH_MAX = 1_000

/**
 * Drops `Accept*` headers longer than 1,000 characters. Negotiating a list of tens of thousands of entries takes about
 * 100 times as long as the rest of the request.
 */
export function dropOversizedAcceptHeaders(
  { headers }: IncomingMessage,
  _response: unknown,
  next: () => void,
): void {
  for (const name of NEGOTIATED)
    if ((headers[name]?.length ?? 0) > NEGOTIATED_LENGTH_MAX) delete headers[name]
  next()
}

/** Whether the URL and the headers together are longer than `charactersMax`. */
export function isLongerThan(charactersMax: number, { url = '', rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.reduce((length, part) => length + part.length, url.length) > charactersMax
}

/** In characters; the rest is of no use. */
const USER_AGENT_MAX = 500

/**
 * In UTF-16 units. A client may send a name of any length, and it becomes part of a notification target
 * (NOTIFICATION_TARGET_MAX).
 */
const DEVICE_MAX = 80

/** Browser and operating system, such as 'Chrome · Windows'; empty if neither is known. */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX))
  return truncateText([browser.name, os.name].filter(Boolean).join(' · '), DEVICE_MAX)
}

interface CookieOptions {
  path: string
  maxAgeMs: number
  secure: boolean
  /** Default: 'strict'. */
  sameSite?: 'lax'
}

/** Cookies of a request and its response. Always HttpOnly. */
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
    set(name, value, { path, maxAgeMs, secure, sameSite = 'strict' as const }) {
      const maxAge = value === null ? 0 : maxAgeMs
      response.cookie(name, value ?? '', { path, maxAge, secure, httpOnly: true, sameSite })
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

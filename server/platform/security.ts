import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { allLanguages } from '#protocol/text/languages.ts'
import { DAY_MS, YEAR_S } from '#server/platform/durations.ts'

/** Browser features that the app does not use, disabled for injected code as well. */
const FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS = FEATURES.map(feature => `${feature}=()`).join(', ')

/** For both Express and Socket.IO's engine. */
type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

const DATA = new Map([
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
])

/** Sets the headers of a data response: no loading, running, framing or caching. Every error response is one. */
export function setDataHeaders(response: ServerResponse): void {
  for (const [name, value] of DATA) response.setHeader(name, value)
}

/** Default headers of every response. Client files and cacheable pictures override them. */
export function securityHeaders(publicUrl: string): Middleware {
  const setOurs = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Subdomains may belong to other services.
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_S, includeSubDomains: false },
  })
  const headers = new Map([...DATA, ['Permissions-Policy', PERMISSIONS], ...headersOf(setOurs)])
  return (_request, response, next) => {
    // Not `setHeaders`, which responses to upgrades in Socket.IO's engine lack.
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

/** The constant headers of a middleware, computed once: helmet would evaluate its rules for each request. */
function headersOf(middleware: Middleware): [name: string, value: string][] {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  middleware(answer.req, answer, () => undefined)
  return Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)])
}

export const SECURITY_TXT = '/.well-known/security.txt'

/** Validity of a copy; the file is generated for each request. */
const DAYS = 180

/** Serves security.txt (RFC 9116); calls `next` if no contact is set. */
export function serveSecurityTxt(settings: {
  contact: string | undefined
  publicUrl: string
  clock: () => Date
}): RequestHandler {
  const { contact, publicUrl, clock } = settings
  return (_request, response, next) => {
    if (contact === undefined) return next()
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(clock().getTime() + DAYS * DAY_MS).toISOString()}`,
      `Preferred-Languages: ${allLanguages.join(', ')}`,
    ]
    // The RFC allows only https: URLs.
    if (publicUrl.startsWith('https:')) lines.push(`Canonical: ${new URL(SECURITY_TXT, publicUrl)}`)
    response.type('text/plain').send(`${lines.join('\n')}\n`)
  }
}

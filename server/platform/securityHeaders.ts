import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

const YEAR_S = 31_536_000

/** What no screen of ours asks a device for; nothing that found its way into one may either. */
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

/** Fits Express and Socket.IO's engine alike. */
type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

const DATA = new Map([
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
])

/** An answer that is data: nothing in it may be loaded, run or framed, and nobody keeps it. Errors are always that. */
export function markAsData(response: ServerResponse): void {
  for (const [name, value] of DATA) response.setHeader(name, value)
}

/**
 * What every answer tells browsers, so that no call, picture or file has to think of it. What is more than data (the
 * client's files) or may be kept (pictures) says so itself, later.
 */
export function securityHeaders(publicUrl: string): Middleware {
  const setOurs = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Of the other names under this one we know nothing.
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_S, includeSubDomains: false },
  })
  const headers = new Map([...DATA, ['Permissions-Policy', PERMISSIONS], ...setBy(setOurs)])
  return (_request, response, next) => {
    // Not `setHeaders`, which an upgrade's answer in Socket.IO's engine lacks.
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

/** The headers that a middleware gives every answer alike: helmet goes through its rules anew each time. */
function setBy(middleware: Middleware): [name: string, value: string][] {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  middleware(answer.req, answer, () => undefined)
  return Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)])
}

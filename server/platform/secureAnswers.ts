import type { IncomingMessage, ServerResponse } from 'node:http'
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

/** An answer that is data: nothing in it may be loaded, run or framed, and nobody keeps it. Errors are always that. */
export function markAsData(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
}

/**
 * What every answer tells browsers, so that no call, picture or file has to think of it. What is more than data (the
 * client's files) or may be kept (pictures) says so itself, later.
 */
export function secureAnswers(publicUrl: string): Middleware {
  const setOurs = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Of the other names under this one we know nothing.
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_S, includeSubDomains: false },
  })
  return (request, response, next) => {
    markAsData(response)
    response.setHeader('Permissions-Policy', PERMISSIONS)
    setOurs(request, response, next)
  }
}

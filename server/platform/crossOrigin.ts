import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'

/** Which pages of other sites may use the API. */
export interface OriginPolicy {
  /** Whether a page of another site in CORS_ORIGINS sends the request. */
  isListed(request: IncomingMessage): boolean
  /** Whether our own page, a listed site, or a program that is not a browser sends the request. */
  isAllowed(request: IncomingMessage): boolean
}

/** A proxy may have replaced the `Host` header, so the public URL counts as our own page too. */
export function createOriginPolicy({
  publicUrl,
  corsOrigins,
}: {
  publicUrl: string
  corsOrigins: readonly string[]
}): OriginPolicy {
  const listed = new Set(corsOrigins)
  const ownOrigin = new URL(publicUrl).origin
  function isOwn({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined || origin === ownOrigin) return true
    return URL.canParse(origin) && new URL(origin).host === host
  }
  const isListed = (request: IncomingMessage) => !isOwn(request) && listed.has(request.headers.origin ?? '')
  return { isListed, isAllowed: request => isOwn(request) || isListed(request) }
}

/** How long browsers remember the answer to a preflight request. */
const PREFLIGHT_S = 600
const REQUEST_HEADERS = 'Authorization, Content-Type, Accept, Accept-Language, If-None-Match'
const RESPONSE_HEADERS = 'ETag, Retry-After, X-Request-Id'

/** Lets scripts of listed sites send requests and read the responses. Never with cookies. */
export function corsHeaders(origins: OriginPolicy): RequestHandler {
  return (request, response, next) => {
    response.vary('Origin')
    if (origins.isListed(request)) {
      response.set('Access-Control-Allow-Origin', request.headers.origin)
      response.set('Access-Control-Expose-Headers', RESPONSE_HEADERS)
      response.set('Cross-Origin-Resource-Policy', 'cross-origin')
      if (request.method === 'OPTIONS')
        response.set({
          'Access-Control-Allow-Methods': 'GET, HEAD, POST',
          'Access-Control-Allow-Headers': REQUEST_HEADERS,
          'Access-Control-Max-Age': String(PREFLIGHT_S),
        })
    }
    next()
  }
}

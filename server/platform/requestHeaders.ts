import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TrustsProxy } from './address.ts'

const HEADER = 'X-Request-Id'
/** Request IDs accepted from a proxy: safe to log as they are. */
const VALID_ID = /^[\w.-]{8,64}$/

/** Sets a request ID for the response and the log. A trusted proxy may provide one. */
export function requestIdMiddleware(trusts: TrustsProxy) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const given = headerOfProxy(request, trusts, 'x-request-id')
    response.setHeader(HEADER, given !== undefined && VALID_ID.test(given) ? given : randomUUID())
    next()
  }
}

export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(HEADER))
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

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TrustsProxy } from './address.ts'

const HEADER = 'X-Request-Id'
/** What a proxy of ours may call a request: what can stand in a log as it is. */
const GIVEN = /^[\w.-]{8,64}$/

/** Names each request, in its answer and in the log. A proxy that is trusted may have named it already; nobody else may. */
export function requestIdMiddleware(trusts: TrustsProxy) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const given = headerOfProxy(request, trusts, 'x-request-id')
    response.setHeader(HEADER, given !== undefined && GIVEN.test(given) ? given : randomUUID())
    next()
  }
}

export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(HEADER))
}

/** What the nearest proxy says of a request, if it is one of ours. */
export function headerOfProxy(
  { headers, socket }: IncomingMessage,
  trusts: TrustsProxy,
  name: 'x-request-id' | 'traceparent',
): string | undefined {
  const said = headers[name]
  return typeof said === 'string' && trusts(socket.remoteAddress ?? '', 0) ? said : undefined
}

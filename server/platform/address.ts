import type { IncomingMessage } from 'node:http'

/** Whether to believe what the proxy at an address says; `hop` counts from 0, the nearest. */
export type TrustsProxy = (address: string, hop: number) => boolean

/** Where a request comes from, as Express tells it for REST: the nearest address that is no trusted proxy's. */
export function addressOf(request: IncomingMessage, trusts: TrustsProxy): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
  const before = forwarded.split(',').map(address => address.trim())
  const chain = [request.socket.remoteAddress ?? '', ...before.filter(Boolean).reverse()]
  return chain.find((address, hop) => !trusts(address, hop)) ?? chain.at(-1) ?? ''
}

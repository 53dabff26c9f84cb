import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Whether to believe what the proxy at an address says; `hop` counts from 0, the nearest. */
export type TrustsProxy = (address: string, hop: number) => boolean

/** Where a request comes from, as Express tells it for REST: the nearest address that is no trusted proxy's. */
export function addressOf(request: IncomingMessage, trusts: TrustsProxy): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
  const before = forwarded.split(',').map(address => address.trim())
  const chain = [request.socket.remoteAddress ?? '', ...before.filter(Boolean).reverse()]
  return chain.find((address, hop) => !trusts(address, hop)) ?? chain.at(-1) ?? ''
}

/** In bits: what a provider gives to one household. */
const HOUSEHOLD_BITS = 56

/** Whom an address is counted for: an IPv6 household counts as one, and an IPv4 address in IPv6 spelling as itself. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${HOUSEHOLD_BITS}`).toString()
}

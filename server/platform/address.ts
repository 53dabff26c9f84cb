import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

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

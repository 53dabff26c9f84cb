import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressOf } from './address.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage
const trusting = (hops: number) => (_: string, hop: number) => hop < hops

test('ignores X-Forwarded-For without a trusted proxy', () => {
  expect(addressOf(request('10.0.0.1', '1.2.3.4'), trusting(0))).toBe('10.0.0.1')
})

test.each([
  ['203.0.113.5', 1, '203.0.113.5'],
  ['1.1.1.1, 203.0.113.5', 1, '203.0.113.5'],
  ['203.0.113.5, 10.0.0.2', 2, '203.0.113.5'],
  ['203.0.113.5', 5, '203.0.113.5'],
  [undefined, 1, '10.0.0.1'],
])('%s through %i trusted proxies comes from %s', (forwarded, hops, address) => {
  expect(addressOf(request('10.0.0.1', forwarded), trusting(hops))).toBe(address)
})

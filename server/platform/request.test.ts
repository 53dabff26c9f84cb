import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { notificationTargets } from '#protocol/inbox.ts'
import { NOTIFICATION_TARGET_MAX } from '#protocol/limits.ts'
import { addressOf, deviceOf } from './request.ts'

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

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Chrome · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari · iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox · Linux'],
  ['', ''],
])('a device with the user agent %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test('accepts any user agent', () => {
  expect(deviceOf('\u0000<script>'.repeat(10_000))).toBe('')
})

test('a long client name still fits into a notification target', () => {
  const device = deviceOf(`${'x'.repeat(400)}/2 (Windows)`)
  expect(device).toMatch(/^x+/)
  expect(notificationTargets.device(device, '2026-01-01').length).toBeLessThanOrEqual(NOTIFICATION_TARGET_MAX)
})

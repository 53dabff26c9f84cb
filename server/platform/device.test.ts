import { expect, test } from 'vitest'
import { notificationTargets } from '#protocol/inbox.ts'
import { NOTIFICATION_TARGET_MAX } from '#protocol/limits.ts'
import { deviceOf } from './device.ts'

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
])('%s', (userAgent, device) => {
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

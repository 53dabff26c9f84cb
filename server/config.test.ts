import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('everything has a value that works without being set', () => {
  expect(readConfig({})).toMatchObject({
    publicUrl: 'http://localhost:3000',
    smtpUrl: undefined,
    trustProxy: 0,
    rateLimitScale: 1,
  })
  expect(readConfig({ PORT: '8080', SMTP_URL: '' })).toMatchObject({ publicUrl: 'http://localhost:8080' })
})

test.each([
  ['2', 2],
  ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
  ['::1,192.168.0.1', '::1,192.168.0.1'],
])('proxies: %s', (TRUST_PROXY, trustProxy) => {
  expect(readConfig({ TRUST_PROXY })).toMatchObject({ trustProxy })
})

test.each([
  ['TRUST_PROXY', 'everybody'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['REDIS_URL', 'redis://one:6379,two:6379'],
  ['SMTP_URL', 'mail.example.com'],
  ['SMTP_URL', 'smtp://:::'],
  ['PUBLIC_URL', 'example.com'],
  ['JWT_SECRET', 'k'.repeat(31)],
  ['JWT_SECRET_SECONDARY', 'k'.repeat(31)],
  ['SECURITY_CONTACT', 'security@example.com'],
  ['SECURITY_CONTACT', 'http://example.com/report'],
  ['SECURITY_CONTACT', 'mailto:a@example.com\nExpires: 2100-01-01'],
  ['RATE_LIMIT_SCALE', '0'],
  ['RATE_LIMIT_SCALE', 'many'],
  ['PORT', '70000'],
  ['METRICS_PORT', '-1'],
  ['METRICS_PORT', '3000'],
  ['METRICS_TOKEN', 'k'.repeat(15)],
])('refuses %s=%s with a sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`환경 변수를 고쳐 주세요. ${name}: `)
})

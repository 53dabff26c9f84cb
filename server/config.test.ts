import { expect, test } from 'vitest'
import webPush from 'web-push'
import { readConfig } from './config.ts'

test('every setting has a working default', () => {
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
])('trusted proxies: %s', (TRUST_PROXY, trustProxy) => {
  expect(readConfig({ TRUST_PROXY })).toMatchObject({ trustProxy })
})

test.each([
  ['TRUST_PROXY', 'everybody'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['REDIS_URL', 'redis://one:6379,two:6379'],
  ['SMTP_URL', 'mail.example.com'],
  ['SMTP_URL', 'smtp://:::'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://user:100%@mail.example.com'],
  ['PUBLIC_URL', 'example.com'],
  ['PUBLIC_URL', 'ftp://example.com'],
  ['PUBLIC_URL', 'https://'],
  ['PUBLIC_URL', 'https://example.com/notes'],
  ['PUBLIC_URL', 'https://example.com/?from=mail'],
  ['PUBLIC_URL', 'https://example.com/#top'],
  ['PUBLIC_URL', 'https://user@example.com'],
  ['REDIS_URL', 'redis://localhost/cache'],
  ['REDIS_URL', 'redis://one:6379/3,redis://two:6379/3'],
  ['REDIS_URL', 'http://localhost:6379'],
  ['MONGODB_URL', 'localhost:27017'],
  ['MONGODB_URL', 'mongodb://localhost:27017/?nonsense=1'],
  ['MONGODB_URL', 'mongodb://localhost:27017/geulmaru?w=0'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '-1'],
  ['TRUST_PROXY', '1.5'],
  ['LOG_LEVEL', 'loud'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/?key=1'],
  ['PUSH_HOSTS', 'https://push.example.com'],
  ['PUSH_HOSTS', 'push.example.com:99999'],
  ['PUSH_HOSTS', 'push.example.com,'],
  ['CORS_ORIGINS', 'https://app.example.com/path'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://a.example.com,'],
  ['SECURITY_CONTACT', 'https://['],
  ['JWT_SECRET', ' '.repeat(40)],
  ['RATE_LIMIT_SCALE', 'NaN'],
  ['RATE_LIMIT_SCALE', 'Infinity'],
  ['RATE_LIMIT_SCALE', '0.0000001'],
  ['PORT', ' '],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['METRICS_TOKEN', '토큰'.repeat(10)],
  ['METRICS_TOKEN', `${'k'.repeat(20)} k`],
  ['JWT_SECRET', 'k'.repeat(31)],
  ['JWT_SECRET_SECONDARY', 'k'.repeat(31)],
  ['SECURITY_CONTACT', 'security@example.com'],
  ['SECURITY_CONTACT', 'http://example.com/report'],
  ['SECURITY_CONTACT', 'mailto:a@example.com\nExpires: 2100-01-01'],
  ['RATE_LIMIT_SCALE', '0'],
  ['PORT', '70000'],
  ['METRICS_PORT', '-1'],
  ['METRICS_PORT', '3000'],
  ['METRICS_TOKEN', 'k'.repeat(15)],
  ['MAIL_EVENTS_SECRET', 'k'.repeat(15)],
  ['MAIL_EVENTS_SECRET', '비밀'.repeat(10)],
])('rejects %s=%s with a message that names it', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(`환경 변수를 고쳐 주세요. ${name}: `)
  expect(read).toThrow(`(Fix ${name}: `)
  expect(read).not.toThrow(/undefined|\n/)
})

test('normalizes the public address to its origin', () => {
  expect(readConfig({ PUBLIC_URL: 'HTTPS://Notes.Example.com/' })).toMatchObject({
    publicUrl: 'https://notes.example.com',
  })
})

test.each(['mongodb://one:27017,two:27017/geulmaru?replicaSet=x', 'mongodb://one,two/geulmaru'])(
  'accepts a replica set: %s',
  MONGODB_URL => {
    expect(readConfig({ MONGODB_URL })).toMatchObject({ mongodbUrl: MONGODB_URL })
  },
)

test('rejects VAPID keys that do not match', () => {
  const [one, other] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()]
  const read = (publicKey: string) =>
    readConfig({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: one.privateKey })
  expect(read(one.publicKey)).toMatchObject({ vapidKeys: one })
  expect(() => read(other.publicKey)).toThrow('VAPID_PUBLIC_KEY: ')
})

import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isPublicKey, isPushEndpoint, loadVapidKeys } from './webPush.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://FCM.googleapis.com:443/wp/abc',
  'https://jmt17.google.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('accepts %s', endpoint => {
  expect(isPushEndpoint(endpoint)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.example.com/abc',
  'https://fcm.googleapis.com./abc',
  'https://evil-fcm.googleapis.com/abc',
  'https://sub.fcm.googleapis.com/abc',
  'https://examplepush.apple.com/abc',
  'https://push.apple.com/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://name@fcm.googleapis.com/abc',
  'https://:word@fcm.googleapis.com/abc',
  'https://example.com/?https://fcm.googleapis.com/',
  'https://example.com\\@fcm.googleapis.com/',
  'https://fcm.googleapis.com/abc#part',
  'https://fcm.googleapis.com/abc#',
  `https://fcm.googleapis.com/${'가'.repeat(200)}`,
  'https://127.0.0.1/abc',
  'https://[::ffff:10.0.0.1]/abc',
  'https://169.254.169.254/latest',
  'https://localhost/abc',
  'ftp://fcm.googleapis.com/abc',
  'fcm.googleapis.com/abc',
  '',
])('rejects %s', endpoint => {
  expect(isPushEndpoint(endpoint)).toBe(false)
})

test('operators can add hosts, with a port, and subdomains', () => {
  const more = ['push.example.com:8443', '.example.org']
  expect(isPushEndpoint('https://push.example.com:8443/abc', more)).toBe(true)
  expect(isPushEndpoint('https://push.example.com/abc', more)).toBe(false)
  expect(isPushEndpoint('https://push.example.org/abc', more)).toBe(true)
  expect(isPushEndpoint('https://pushexample.org/abc', more)).toBe(false)
  expect(isPushEndpoint('https://push.example.org:8443/abc', more)).toBe(false)
})

test('a public key is a point of the curve', () => {
  expect(
    isPublicKey('BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'),
  ).toBe(true)
  expect(isPublicKey('B'.padEnd(87, 'A'))).toBe(false)
  expect(isPublicKey('')).toBe(false)
})

const log = pino({ level: 'silent' })
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'geulmaru-keys-'))
})
afterEach(() => rm(directory, { recursive: true }))

test('creates the keys once, readable by their owner only', async () => {
  const deeper = join(directory, 'data')
  const first = await loadVapidKeys(deeper, log)
  expect(await loadVapidKeys(deeper, log)).toEqual(first)
  expect((await stat(join(deeper, 'vapid-keys'))).mode & 0o777).toBe(0o600)
})

test('a file without keys stops the startup and stays unchanged', async () => {
  const path = join(directory, 'vapid-keys')
  await writeFile(path, '{"publicKey":"')
  await expect(loadVapidKeys(directory, log)).rejects.toThrow('vapid-keys')
  expect(await readFile(path, 'utf8')).toBe('{"publicKey":"')
})

import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type PushMessage, pushMessage } from '#protocol/push.ts'

/** A message that a push service received for one browser. */
export interface PushReceived {
  message: PushMessage
  topic: string | undefined
  ttlS: number
}

/**
 * A local push service that stores messages instead of delivering them, for a server that it knows by `publicKey`
 * only.
 */
export async function startPushService(publicKey: string) {
  const { cert, key } = selfSigned()
  const browsers = new Map<string, PushSubscriber>()
  const received = new Map<string, PushReceived[]>()
  const statuses = new Map<string, number>()
  const silentPaths = new Set<string>()
  const messageCounts = new Map<string, number>()

  const server = createServer({ cert, key }, async (request, response) => {
    const path = request.url ?? ''
    messageCounts.set(path, (messageCounts.get(path) ?? 0) + 1)
    const body = await buffer(request)
    if (silentPaths.has(path)) return
    const browser = browsers.get(path)
    const status = isSigned(request.headers.authorization) ? (statuses.get(path) ?? 201) : 403
    if (browser && status === 201) {
      const { topic, ttl } = request.headers
      const requestBody = { message: browser.reads(body), topic: String(topic), ttlS: Number(ttl) }
      received.set(path, [...(received.get(path) ?? []), requestBody])
    }
    response.writeHead(browser ? status : 404, { Location: `https://${host}/elsewhere` }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const trusted = globalAgent.options.ca
  globalAgent.options.ca = cert

  /**
   * Whether the request is signed as RFC 8292 requires: a token for this push service, signed by the key that
   * browsers got.
   */
  function isSigned(authorization = ''): boolean {
    const [, token = '', shown] = authorization.match(/^vapid t=([^,]+), k=(.+)$/) ?? []
    const [head = '', claims = '', signature = ''] = token.split('.')
    const point = Buffer.from(publicKey, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(half => half.toString('base64url'))
    const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
    const { aud, sub } = JSON.parse(Buffer.from(claims || 'e30', 'base64url').toString())
    return (
      shown === publicKey &&
      aud === `https://${host}` &&
      /^(mailto:|https:)/.test(sub) &&
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    )
  }

  const pathOf = (browser: PushSubscriber) => new URL(browser.subscription.endpoint).pathname
  return {
    host,
    cert,
    /** The number of messages sent for a browser, accepted or not. */
    messageCountOf: (browser: PushSubscriber) => messageCounts.get(pathOf(browser)) ?? 0,
    newBrowser() {
      const browser = newBrowser(`https://${host}/send/`)
      browsers.set(pathOf(browser), browser)
      return browser
    },
    receivedBy: (browser: PushSubscriber) => received.get(pathOf(browser)) ?? [],
    /** Sets the status of the responses to messages for a browser. */
    respondWith: (browser: PushSubscriber, status: number) => void statuses.set(pathOf(browser), status),
    neverRespond: (browser: PushSubscriber) => void silentPaths.add(pathOf(browser)),
    async stop() {
      globalAgent.options.ca = trusted
      globalAgent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type TestPushService = Awaited<ReturnType<typeof startPushService>>

/** DER tags. */
const [INTEGER, BITS, OCTETS, OID, UTF8, TIME, SEQUENCE, SET] = [2, 3, 4, 6, 12, 23, 48, 49]
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const ADDRESS = 0x87

const ECDSA_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const OTHER_NAMES = '551d11'

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const lengthBytes =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}
const sequence = (...parts: Buffer[]) => der(SEQUENCE, ...parts)
const oid = (hex: string) => der(OID, Buffer.from(hex, 'hex'))

/** Creates a self-signed certificate for 127.0.0.1 and its key, as PEM. */
function selfSigned(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(oid(ECDSA_SHA256))
  const name = sequence(
    der(SET, sequence(oid(COMMON_NAME), der(UTF8, Buffer.from('push service of the tests')))),
  )
  const names = sequence(der(ADDRESS, Buffer.from([127, 0, 0, 1])))
  const content = sequence(
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(der(TIME, Buffer.from('200101000000Z')), der(TIME, Buffer.from('491231235959Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, sequence(sequence(oid(OTHER_NAMES), der(OCTETS, names)))),
  )
  const signature = der(BITS, Buffer.from([0]), sign('sha256', content, privateKey))
  const lines =
    sequence(content, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/**
 * Sizes in the header of the encrypted content: salt, record size, and the length of the sender’s key that follows
 * (RFC 8188).
 */
const SALT_BYTES = 16
const KEY_LENGTH_AT = 20
const TAG_BYTES = 16

export type PushSubscriber = ReturnType<typeof newBrowser>

/**
 * The browser’s side of a push subscription: it has a private key and decrypts messages as RFC 8291 specifies. @param
 * service the address of its push service.
 */
export function newBrowser(service: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const subscription = {
    endpoint: service + randomUUID(),
    p256dh: keys.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    timeZone: 'Asia/Seoul',
  }

  function decrypt(body: Buffer): string {
    const salt = body.subarray(0, SALT_BYTES)
    const sealedAt = KEY_LENGTH_AT + 1 + (body[KEY_LENGTH_AT] ?? 0)
    const sender = body.subarray(KEY_LENGTH_AT + 1, sealedAt)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
    const shared = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
    const derived = (purpose: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${purpose}\0`, bytes))
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
    decipher.setAuthTag(body.subarray(-TAG_BYTES))
    const plain = Buffer.concat([decipher.update(body.subarray(sealedAt, -TAG_BYTES)), decipher.final()])
    // The padding follows the last 2.
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }

  return { subscription, reads: (body: Buffer): PushMessage => pushMessage.parse(JSON.parse(decrypt(body))) }
}

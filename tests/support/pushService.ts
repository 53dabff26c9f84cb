import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushMessage } from '#protocol/push.ts'
import { selfSigned } from './certificate.ts'
import { newBrowser, type PushSubscriber } from './pushBrowser.ts'

/** What a push service was given for one browser. */
export interface PushReceived {
  message: PushMessage
  topic: string | undefined
  ttlS: number
}

/** A push service on this machine that delivers nothing but keeps what it gets, of a server that it knows by `publicKey` alone. */
export async function startPushService(publicKey: string) {
  const { cert, key } = selfSigned()
  const browsers = new Map<string, PushSubscriber>()
  const received = new Map<string, PushReceived[]>()
  const statuses = new Map<string, number>()
  const silent = new Set<string>()
  const asked = new Map<string, number>()

  const server = createServer({ cert, key }, async (request, response) => {
    const path = request.url ?? ''
    asked.set(path, (asked.get(path) ?? 0) + 1)
    const body = await buffer(request)
    if (silent.has(path)) return
    const browser = browsers.get(path)
    const status = isSigned(request.headers.authorization) ? (statuses.get(path) ?? 201) : 403
    if (browser && status === 201) {
      const { topic, ttl } = request.headers
      const letter = { message: browser.reads(body), topic: String(topic), ttlS: Number(ttl) }
      received.set(path, [...(received.get(path) ?? []), letter])
    }
    response.writeHead(browser ? status : 404, { Location: `https://${host}/elsewhere` }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const trusted = globalAgent.options.ca
  globalAgent.options.ca = cert

  /** As RFC 8292 asks for: a token for this very service, signed by the key that browsers were given. */
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
    /** How many messages were brought for a browser, taken or not. */
    broughtTo: (browser: PushSubscriber) => asked.get(pathOf(browser)) ?? 0,
    newBrowser() {
      const browser = newBrowser(`https://${host}/send/`)
      browsers.set(pathOf(browser), browser)
      return browser
    },
    receivedBy: (browser: PushSubscriber) => received.get(pathOf(browser)) ?? [],
    /** From now on it answers so to what comes for a browser. */
    answers: (browser: PushSubscriber, status: number) => void statuses.set(pathOf(browser), status),
    answersNothing: (browser: PushSubscriber) => void silent.add(pathOf(browser)),
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

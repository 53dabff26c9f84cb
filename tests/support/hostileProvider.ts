import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import jwt from 'jsonwebtoken'

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEY_ID = 'key'

/** What a provider answers at the token endpoint. Every part can be wrong. */
interface TokenAnswer {
  claims: Record<string, unknown>
  key: KeyObject | null
  algorithm: 'RS256' | 'HS256' | 'none'
  status: number
}

/** A provider that answers as a test tells it. By default its answers are right. */
export async function startHostileProvider(name: string) {
  const { publicKey, privateKey } = newKeys()
  const otherKey = newKeys().privateKey
  let answer: Partial<TokenAnswer> = {}
  let metadata: Record<string, unknown> = {}
  let userInfo: Record<string, unknown> | null = null
  let isDown = false
  /** Of the last authorization request. */
  let request = new URLSearchParams()
  const spentCodes = new Set<string>()
  const requests: string[] = []

  const server = createServer(async (incoming, response) => {
    const path = incoming.url ?? ''
    requests.push(path)
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (isDown) return void incoming.socket.destroy()
    if (path === '/.well-known/openid-configuration') return send(200, configuration())
    if (path === '/jwks') {
      return send(200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }],
      })
    }
    if (path === '/me') return userInfo === null ? send(401, {}) : send(200, userInfo)
    if (path !== '/token') return send(404, {})
    const form = new URLSearchParams(await text(incoming))
    const code = form.get('code') ?? ''
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (spentCodes.has(code) || challenge !== request.get('code_challenge'))
      return send(400, { error: 'invalid_grant' })
    spentCodes.add(code)
    const { status = 200 } = answer
    send(status, { access_token: 'access', token_type: 'Bearer', id_token: idToken() })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function configuration() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/me`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      ...metadata,
    }
  }

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      sub: `${name}-user`,
      aud: 'geulmaru',
      iat: now,
      exp: now + 300,
      nonce: request.get('nonce'),
      ...answer.claims,
    }
    const { algorithm = 'RS256' } = answer
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    if (algorithm === 'none') return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
    const key = algorithm === 'HS256' ? 'the client secret, which signs' : (answer.key ?? privateKey)
    return jwt.sign(claims, key, { algorithm, keyid: KEY_ID })
  }

  return {
    issuer,
    otherKey,
    requests,
    settings: { name, label: name, issuer: `${issuer}/`, clientId: 'geulmaru', clientSecret: 'secret' },
    /** Changes the next answers. */
    misbehave(next: Partial<TokenAnswer>): void {
      answer = next
    },
    describeItself(next: Record<string, unknown>): void {
      metadata = next
    },
    answerUserInfo(next: Record<string, unknown> | null): void {
      userInfo = next
    },
    setDown(next: boolean): void {
      isDown = next
    },
    /** The response to an authorization request, with changed or, if undefined, removed parameters. */
    respond(url: string, changed: Record<string, string | undefined> = {}): string {
      request = new URL(url).searchParams
      const parameters = {
        code: crypto.randomUUID(),
        state: request.get('state') ?? '',
        iss: issuer,
        ...changed,
      }
      const response = new URL(request.get('redirect_uri') ?? '')
      for (const [key, value] of Object.entries(parameters))
        if (value !== undefined) response.searchParams.set(key, value)
      return response.href
    },
    async stop(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

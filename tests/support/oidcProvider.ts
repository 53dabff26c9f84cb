import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'

/** The real provider of the package `oidc-provider`, with a screen on which the user types who they are. */
export interface TestProvider {
  name: string
  issuer: string
  /** For `startNode`. */
  settings: { name: string; label: string; issuer: string; clientId: string; clientSecret: string }
  /** For the environment of a server. */
  environment: Record<string, string>
  stop(): Promise<void>
}

export interface ProviderAccount {
  email?: string
  email_verified?: boolean
}

interface ProviderOptions {
  name: string
  label: string
  /** The public URL of the server. */
  publicUrl: string
  /** By subject. */
  accounts: Record<string, ProviderAccount>
}

const CLIENT_ID = 'geulmaru'
const CLIENT_SECRET = 'the secret of the client'

export async function startOidcProvider({
  name,
  label,
  publicUrl,
  accounts,
}: ProviderOptions): Promise<TestProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${publicUrl}/api/oidc/${name}/callback`],
      },
    ],
    // Ports do not separate cookies, so each provider has names of its own.
    cookies: {
      keys: ['a key'],
      names: { session: `${name}_session`, interaction: `${name}_interaction`, resume: `${name}_resume` },
    },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...accounts[subject] }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><title>${label}</title><form method="post">
        <label>Account <input name="account"></label>
        <button>Sign in</button> <button name="cancel" value="yes">Cancel</button></form>`)
      return
    }
    const form = new URLSearchParams(await text(request))
    const result = form.has('cancel')
      ? { error: 'access_denied' }
      : { login: { accountId: form.get('account') ?? '' } }
    await provider.interactionFinished(request, response, result)
  }

  const answer = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response)
    else void answer(request, response)
  })

  const settings = { name, label, issuer: `${issuer}/`, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
  const prefix = `OIDC_${name.toUpperCase()}`
  return {
    name,
    issuer,
    settings,
    environment: {
      [`${prefix}_ISSUER`]: issuer,
      [`${prefix}_CLIENT_ID`]: CLIENT_ID,
      [`${prefix}_CLIENT_SECRET`]: CLIENT_SECRET,
      [`${prefix}_LABEL`]: label,
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

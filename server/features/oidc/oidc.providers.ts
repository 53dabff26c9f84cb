import type * as OpenIdClient from 'openid-client'
import { emailField } from '#protocol/accounts.ts'
import { HOUR_MS, SECOND_MS } from '#server/platform/durations.ts'

/** A configured provider, without its client secret. */
export interface OidcProvider {
  name: string
  label: string
  issuer: string
}

interface OidcProviderSettings extends OidcProvider {
  clientId: string
  clientSecret: string
}

/** The authorization response must match these values. */
interface AuthorizationChecks {
  state: string
  nonce: string
  codeVerifier: string
}

/** A user at a provider. */
export interface OidcIdentity {
  issuer: string
  subject: string
  /** Absent if the provider gave none, or one that cannot be used here. */
  email?: string
  isEmailVerified: boolean
}

export interface OidcProviders {
  all: readonly OidcProvider[]
  find(name: string): OidcProvider | null
  /** Null if its issuer is not configured any more. */
  findByIssuer(issuer: string): OidcProvider | null
  /** Rejects if the provider does not answer. `isFresh` asks it to authenticate the user again. */
  createRequest(
    provider: OidcProvider,
    options: { isFresh: boolean },
  ): Promise<AuthorizationChecks & { url: string }>
  /** Rejects unless the response passes all checks. `freshSince`: the user must not have signed in there earlier. */
  identify(
    provider: OidcProvider,
    query: string,
    checks: AuthorizationChecks & { freshSince: Date | undefined },
  ): Promise<OidcIdentity>
}

/** Per request to a provider. */
const TIMEOUT_S = 5
/** Providers change their metadata rarely. Keys are fetched again when a signature needs a new one. */
const METADATA_MS = HOUR_MS
/** Between the clocks of this server and a provider. */
const CLOCK_TOLERANCE_MS = 60 * SECOND_MS
/** The limit of the specification, in characters. */
const SUBJECT_MAX = 255

/** Kakao has its own name for the scope of the address. */
const SCOPES: Record<string, string> = { 'https://kauth.kakao.com/': 'openid account_email' }
/** Google documents `select_account` only, not the standard value `login`. */
const FRESH_PROMPTS: Record<string, string> = { 'https://accounts.google.com/': 'select_account' }

interface OidcParts {
  publicUrl: string
  clock: () => Date
}

/** Loads the library and the metadata of a provider when somebody uses it, so that neither delays the start. */
export function createOidcProviders(
  settings: readonly OidcProviderSettings[],
  { publicUrl, clock }: OidcParts,
): OidcProviders {
  const all = settings.map(({ name, label, issuer }) => ({ name, label, issuer }))
  const configurations = new Map<string, { found: Promise<OpenIdClient.Configuration>; at: number }>()

  /** Of concurrent calls only one asks the provider; a failure is not cached. */
  async function configurationOf({ name }: OidcProvider): Promise<OpenIdClient.Configuration> {
    const cached = configurations.get(name)
    const now = clock().getTime()
    if (cached && now - cached.at < METADATA_MS) return cached.found
    const entry = {
      found: discover(settings.find(each => each.name === name) as OidcProviderSettings),
      at: now,
    }
    configurations.set(name, entry)
    try {
      return await entry.found
    } catch (error) {
      if (configurations.get(name) === entry) configurations.delete(name)
      throw error
    }
  }

  const redirectUri = ({ name }: OidcProvider) => new URL(callbackPath(name), publicUrl).href

  return {
    all,
    find: name => all.find(provider => provider.name === name) ?? null,
    findByIssuer: issuer => all.find(provider => provider.issuer === issuer) ?? null,

    async createRequest(provider, { isFresh }) {
      const client = await import('openid-client')
      const configuration = await configurationOf(provider)
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(provider),
        scope: scopeOf(provider, configuration),
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: FRESH_PROMPTS[provider.issuer] ?? 'login' }),
      })
      if (url.protocol !== new URL(provider.issuer).protocol) throw new Error('unsafe authorization endpoint')
      return { ...checks, url: url.href }
    },

    async identify(provider, query, { state, nonce, codeVerifier, freshSince }) {
      const client = await import('openid-client')
      const configuration = await configurationOf(provider)
      const tokens = await client.authorizationCodeGrant(
        configuration,
        new URL(`${redirectUri(provider)}${query}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true },
      )
      const claims = tokens.claims()
      if (claims === undefined || claims.sub.length > SUBJECT_MAX) throw new Error('no usable subject')
      if (freshSince && claims.auth_time !== undefined)
        if (claims.auth_time * SECOND_MS < freshSince.getTime() - CLOCK_TOLERANCE_MS)
          throw new Error('the user was not authenticated again')
      const address =
        claims.email !== undefined && claims.email_verified !== undefined
          ? claims
          : { ...claims, ...(await addressOf(client, configuration, tokens.access_token, claims.sub)) }
      const email = emailField.safeParse(address.email).data
      return {
        issuer: provider.issuer,
        subject: claims.sub,
        ...(email !== undefined && { email }),
        isEmailVerified: email !== undefined && address.email_verified === true,
      }
    },
  }
}

function callbackPath(name: string): string {
  return `/api/oidc/${name}/callback`
}

async function discover({
  issuer,
  clientId,
  clientSecret,
}: OidcProviderSettings): Promise<OpenIdClient.Configuration> {
  const client = await import('openid-client')
  const inBody = client.ClientSecretPost(clientSecret)
  const inHeader = client.ClientSecretBasic(clientSecret)
  return client.discovery(
    new URL(issuer),
    clientId,
    {},
    (server, ...rest) => {
      const usesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
      return (usesBody ? inBody : inHeader)(server, ...rest)
    },
    {
      timeout: TIMEOUT_S,
      // Also checks the signature of the ID token, although it comes directly from the provider.
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

function scopeOf({ issuer }: OidcProvider, configuration: OpenIdClient.Configuration): string {
  const { scopes_supported: supported } = configuration.serverMetadata()
  return SCOPES[issuer] ?? (supported && !supported.includes('email') ? 'openid' : 'openid email')
}

/**
 * The address from the UserInfo endpoint; many providers leave it out of the ID token. Without one, a new user types
 * an address, as with providers whose endpoint does not follow the standard (Naver).
 */
async function addressOf(
  client: typeof OpenIdClient,
  configuration: OpenIdClient.Configuration,
  accessToken: string,
  subject: string,
): Promise<{ email?: unknown; email_verified?: unknown }> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  try {
    const { email, email_verified } = await client.fetchUserInfo(configuration, accessToken, subject)
    return { email, email_verified }
  } catch {
    return {}
  }
}

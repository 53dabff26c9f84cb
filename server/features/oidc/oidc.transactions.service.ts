import { randomBytes } from 'node:crypto'
import { OIDC_TICKET_MS, OIDC_TRANSACTION_MS } from '#protocol/limits.ts'
import { OIDC_TICKET_LENGTH, type OidcFailure, type OidcOutcome, type OidcPurpose } from '#protocol/oidc.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { isProven, ownRecords } from '#server/features/myInfo/myInfo.service.ts'
import { notFound } from '#server/platform/errors.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { Session } from '#server/platform/session.ts'
import type { OidcIdentity, OidcProvider } from './oidc.providers.ts'
import type { OidcTicketRecord, OidcTransactionRecord } from './oidc.repository.ts'

/** How the user signs in at the provider. */
interface Begin {
  /** The provider's name. */
  provider: string
  purpose: OidcPurpose
  browserHash: string
  rememberMe?: boolean
  tokenId?: string
}

export type BeginRejection = Extract<
  TextKey,
  'oidc.unavailable' | 'oidc.confirmFirst' | 'oidc.hasPassword' | 'accounts.passwordStepNeeded'
>
type Begun = { url: string } | { rejected: BeginRejection }

/** Throws `notFound` for an unknown provider. */
export async function beginOidc(
  context: Context,
  { provider: name, purpose, browserHash, rememberMe = false, tokenId }: Begin,
): Promise<Begun> {
  const { repositories, oidcProviders, clock, log } = context
  const provider = oidcProviders.find(name)
  if (provider === null) throw notFound()
  const request = await oidcProviders
    .createRequest(provider, { isFresh: purpose === 'proof' })
    .catch(error => {
      log.warn({ err: error, provider: name }, 'an OpenID Connect provider does not answer')
      return null
    })
  if (request === null) return { rejected: 'oidc.unavailable' }
  const { state, nonce, codeVerifier, url } = request
  const begunAt = clock()
  await repositories.oidcTransactions.create({
    stateHash: sha256(state),
    browserHash,
    provider: name,
    nonce,
    codeVerifier,
    purpose,
    rememberMe,
    ...(tokenId !== undefined && { tokenId }),
    begunAt,
    expiresAt: new Date(begunAt.getTime() + OIDC_TRANSACTION_MS),
  })
  return { url }
}

/**
 * Requires the password step and, where mail is sent, a confirmed address: until then the account may belong to
 * somebody who does not own the address.
 */
export async function beginLink(
  context: Context,
  session: Session,
  begin: Pick<Begin, 'provider' | 'browserHash'>,
): Promise<Begun> {
  if (context.oidcProviders.find(begin.provider) === null) throw notFound()
  const { user, session: record } = await ownRecords(context, session)
  if (!isProven(record, context.clock())) return { rejected: 'accounts.passwordStepNeeded' }
  if (context.mailer.sendsMail && user.emailUnconfirmed) return { rejected: 'oidc.confirmFirst' }
  return beginOidc(context, { ...begin, purpose: 'link', tokenId: session.tokenId })
}

/** The password step of accounts without a password. */
export async function beginProof(
  context: Context,
  session: Session,
  begin: Pick<Begin, 'provider' | 'browserHash'>,
): Promise<Begun> {
  const { user } = await ownRecords(context, session)
  if (!user.withoutPassword) return { rejected: 'oidc.hasPassword' }
  return beginOidc(context, { ...begin, purpose: 'proof', tokenId: session.tokenId })
}

interface AuthorizationResponse {
  /** The provider's name in the path. */
  provider: string
  /** With the question mark. */
  query: string
  /** Null without the cookie. */
  browserHash: string | null
}

/** Longer ones are no response that a provider sends. */
const QUERY_MAX = 4_096
const TICKET_BYTES = (OIDC_TICKET_LENGTH * 6) >> 3

/** Takes the response that a browser brings from a provider, once. Never throws for a bad response. */
export async function receiveResponse(
  context: Context,
  { provider: name, query, browserHash }: AuthorizationResponse,
): Promise<Exclude<OidcOutcome, null>> {
  const { repositories, oidcProviders, clock, log } = context
  const provider = oidcProviders.find(name)
  const [state, ...moreStates] = new URLSearchParams(query).getAll('state')
  if (provider === null || browserHash === null || state === undefined || moreStates.length > 0)
    return failed('expired')
  if (query.length > QUERY_MAX) return failed('rejected')
  const key = { stateHash: sha256(state), browserHash, provider: name }
  const transaction = await repositories.oidcTransactions.consume(key, clock())
  if (transaction === null) return failed('expired')
  try {
    const identity = await identify(context, provider, { query, state, transaction })
    const { purpose } = transaction
    return { purpose, ticket: await createTicket(context, transaction, identity) }
  } catch (error) {
    const failure = failureOf(error)
    if (failure !== 'cancelled')
      log.warn({ err: error, provider: name, reason: reasonOf(error) }, 'an OpenID Connect sign-in failed')
    return failed(failure)
  }
}

const failed = (failure: OidcFailure) => ({ purpose: 'failed', failure }) as const

function identify(
  { oidcProviders }: Context,
  provider: OidcProvider,
  { query, state, transaction }: { query: string; state: string; transaction: OidcTransactionRecord },
): Promise<OidcIdentity> {
  const { nonce, codeVerifier, purpose, begunAt } = transaction
  const freshSince = purpose === 'proof' ? begunAt : undefined
  return oidcProviders.identify(provider, query, { state, nonce, codeVerifier, freshSince })
}

async function createTicket(
  { repositories, clock }: Context,
  { browserHash, purpose, rememberMe, tokenId }: OidcTransactionRecord,
  identity: OidcIdentity,
): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url')
  const record: OidcTicketRecord = {
    ...identity,
    ticketHash: sha256(ticket),
    browserHash,
    purpose,
    rememberMe,
    ...(tokenId !== undefined && { tokenId }),
    expiresAt: new Date(clock().getTime() + OIDC_TICKET_MS),
  }
  await repositories.oidcTickets.create(record)
  return ticket
}

/** The provider's `error`, such as access_denied or invalid_client. */
function reasonOf(error: unknown): string | undefined {
  const reason = error instanceof Error && 'error' in error ? error.error : undefined
  return typeof reason === 'string' && /^[\w.-]{1,60}$/.test(reason) ? reason : undefined
}

function failureOf(error: unknown): OidcFailure {
  const reason = reasonOf(error)
  if (reason === 'access_denied') return 'cancelled'
  return isWithoutAnswer(error) || NO_ANSWER.has(reason ?? '') ? 'unavailable' : 'rejected'
}

/** Codes of openid-client, and errors of a provider. */
const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'temporarily_unavailable',
  'server_error',
])

function isWithoutAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === 'fetch failed' || ('code' in error && NO_ANSWER.has(String(error.code)))
}

import { emailField, knownPassword, signedIn, signInReply, usernameField } from './accounts.ts'
import { defineCall } from './call.ts'
import { done, flag, rejection, sent, uuid } from './fields.ts'
import { requestMyInfo } from './myInfo.ts'
import { z } from './schema.ts'

/** Sign-in through OpenID Connect providers, which operators configure. */

/** Where the server sends the browser back to, with the outcome in the fragment. */
export const OIDC_SCREEN = '/user/oidc'

/** The purpose of a sign-in at the provider: to sign in here, to link the account, or to prove one's identity. */
const oidcPurposes = ['signIn', 'link', 'proof'] as const
export type OidcPurpose = (typeof oidcPurposes)[number]

/** Why a provider's response did not lead to an identity. */
const oidcFailures = ['cancelled', 'expired', 'unavailable', 'rejected', 'busy'] as const
export type OidcFailure = (typeof oidcFailures)[number]

/** The fragment: `signIn.<ticket>`, or `failed.<reason>`. A ticket works once, in the browser that began. */
export type OidcOutcome =
  | { purpose: OidcPurpose; ticket: string }
  | { purpose: 'failed'; failure: OidcFailure }
  | null

export const OIDC_TICKET_LENGTH = 22
const TICKET = /^[\w-]{22}$/

export function oidcFragment(outcome: Exclude<OidcOutcome, null>): string {
  return `#${outcome.purpose}.${outcome.purpose === 'failed' ? outcome.failure : outcome.ticket}`
}

/** Null for anything that `oidcFragment` does not return. */
export function parseOidcFragment(fragment: string): OidcOutcome {
  const [purpose = '', value = ''] = fragment.replace(/^#/, '').split('.')
  const failure = oidcFailures.find(known => known === value)
  if (purpose === 'failed') return failure ? { purpose, failure } : null
  const known = oidcPurposes.find(each => each === purpose)
  return known && TICKET.test(value) ? { purpose: known, ticket: value } : null
}

const ticket = sent(OIDC_TICKET_LENGTH).regex(TICKET)
const PROVIDER_NAME_MAX = 20
const provider = sent(PROVIDER_NAME_MAX).regex(/^[a-z0-9]+$/)

const oidcProviderSchema = z.object({
  name: z.string(),
  /** Shown on buttons. */
  label: z.string(),
})
export type OidcProviderView = z.infer<typeof oidcProviderSchema>

export const getOidcProviders = defineCall({
  method: 'GET',
  path: '/api/oidc/providers',
  access: 'open',
  limit: 'read',
  encoding: 'none',
  summary: 'Returns the OpenID Connect providers that users can sign in with.',
  request: z.object({}),
  reply: done.extend({ providers: z.array(oidcProviderSchema) }),
})

/** The browser goes to `url`, which is at the provider. */
const begun = done.extend({ url: z.string() })

export const beginOidcSignIn = defineCall({
  method: 'POST',
  path: '/api/oidc/begin',
  access: 'open',
  limit: 'signIn',
  encoding: 'json',
  summary: 'Returns the address at the provider at which the user signs in. `stays` works as in signin.',
  request: z.object({ provider, stays: flag.default(false) }),
  reply: z.discriminatedUnion('success', [begun, rejection]),
})

export const beginOidcLink = defineCall({
  method: 'POST',
  path: '/api/oidc/beginlink',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary: 'Begins linking an account at a provider to the own account, after the password step.',
  request: z.object({ provider }),
  reply: z.discriminatedUnion('success', [begun, rejection.extend({ authenticated: z.boolean() })]),
})

export const beginOidcProof = defineCall({
  method: 'POST',
  path: '/api/oidc/beginproof',
  access: 'member',
  limit: 'proof',
  encoding: 'json',
  summary:
    'Begins signing in at a linked provider again, which is the password step of accounts without a password.',
  request: z.object({ provider }),
  reply: z.discriminatedUnion('success', [begun, rejection]),
})

/**
 * `signUp`: nobody has this identity or address. `link`: an account has the verified address; the next call needs its password.
 * `expired`: the ticket is unknown, used, expired, or belongs to another browser.
 */
const nextStep = z.object({
  authenticated: z.literal(false),
  step: z.enum(['signUp', 'link', 'expired']),
  /** The label of the provider. */
  provider: z.string(),
  /** The address at the provider; empty if it gave none that can be used here. */
  email: z.string(),
  isEmailVerified: z.boolean(),
})
export type OidcStep = z.infer<typeof nextStep>

/** Below the sign-in path, because browsers send the device cookie only there. */
export const signInByOidc = defineCall({
  method: 'POST',
  path: '/api/user/signin/oidc',
  access: 'open',
  limit: 'signIn',
  encoding: 'json',
  summary: 'Signs in with an identity that a provider has confirmed, or returns the next step.',
  request: z.object({ ticket }),
  reply: z.discriminatedUnion('authenticated', [signedIn, nextStep]),
})

export const signUpByOidc = defineCall({
  method: 'POST',
  path: '/api/user/signin/oidc/register',
  access: 'open',
  limit: 'signUp',
  encoding: 'json',
  summary:
    'Creates an account without a password for an identity, and signs in. A verified address cannot be replaced.',
  request: z.object({
    ticket,
    username: usernameField,
    /** Required unless the provider verified one. */
    email: z.union([z.literal(''), emailField]).default(''),
  }),
  reply: z.discriminatedUnion('authenticated', [
    signedIn,
    z.object({
      authenticated: z.literal(false),
      isExpired: z.boolean(),
      /** Empty if the field is valid. */
      emailMsg: z.string(),
      usernameMsg: z.string(),
    }),
  ]),
})

export const linkOidcAtSignIn = defineCall({
  method: 'POST',
  path: '/api/user/signin/oidc/link',
  access: 'open',
  limit: 'signIn',
  encoding: 'json',
  summary:
    'Signs in to the account that has the verified address, with its password or a temporary one, and links the identity.',
  request: z.object({ ticket, password: knownPassword }),
  reply: signInReply,
})

export const finishOidcLink = defineCall({
  method: 'POST',
  path: '/api/oidc/link',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary: 'Links an identity to the own account, in the session that began it.',
  request: z.object({ ticket }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})

export const proveByOidc = defineCall({
  method: 'POST',
  path: '/api/oidc/reqmyinfo',
  access: 'member',
  limit: 'proof',
  encoding: 'json',
  summary:
    'Like reqmyinfo, with a linked identity instead of the password. Only for accounts without a password.',
  request: z.object({ ticket }),
  reply: requestMyInfo.reply,
})

const linkSchema = z.object({
  linkId: z.string(),
  /** The label of the provider; its address if it is no longer configured. */
  provider: z.string(),
  /** Empty if the provider is no longer configured. */
  name: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Null before the first sign-in. */
  lastUsedAt: z.string().nullable(),
})
export type OidcLinkView = z.infer<typeof linkSchema>

const links = done.extend({ links: z.array(linkSchema), hasPassword: z.boolean() })

export const getOidcLinks = defineCall({
  method: 'POST',
  path: '/api/oidc/list',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary: "Returns the user's linked identities, oldest first, and whether the account has a password.",
  request: z.object({}),
  reply: links,
})

export const unlinkOidc = defineCall({
  method: 'POST',
  path: '/api/oidc/unlink',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary: 'Removes a linked identity, unless it is the last way to sign in.',
  request: z.object({ linkId: uuid }),
  reply: z.discriminatedUnion('success', [links, rejection]),
})

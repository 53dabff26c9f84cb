import { randomBytes, randomUUID } from 'node:crypto'
import { emailField } from '#protocol/accounts.ts'
import type { OidcStep } from '#protocol/oidc.ts'
import type { Context } from '#server/context.ts'
import {
  type FieldErrors,
  register,
  sendFirstConfirmation,
} from '#server/features/accounts/accounts.service.ts'
import {
  type CreatedSession,
  createSession,
  lookUpDevice,
  type Origin,
} from '#server/features/accounts/sessions.service.ts'
import { signIn } from '#server/features/accounts/signIn.service.ts'
import { suspended } from '#server/platform/errors.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { addLink } from './oidc.links.service.ts'
import type { OidcLinkRecord, OidcTicketRecord } from './oidc.repository.ts'

/** A ticket, as the browser that got it shows it. */
interface ShownTicket {
  ticket: string
  /** Null without the cookie. */
  browserHash: string | null
  origin: Origin
}

type NextStep = Omit<OidcStep, 'authenticated'>
const EXPIRED: NextStep = { step: 'expired', provider: '', email: '', isEmailVerified: false }

function keyOf({ ticket, browserHash }: Pick<ShownTicket, 'ticket' | 'browserHash'>) {
  // No ticket has an empty hash.
  return {
    ticketHash: sha256(ticket),
    browserHash: browserHash ?? '',
    purpose: 'signIn' as const,
    tokenId: undefined,
  }
}

/**
 * Signs in with a linked identity. For another one it returns the next step, and the ticket stays valid. Throws
 * `forbidden` for suspended users.
 */
export async function signInByOidc(
  context: Context,
  shown: ShownTicket,
  t: Translate,
): Promise<CreatedSession | NextStep> {
  const { repositories, clock } = context
  const ticket = await repositories.oidcTickets.find(keyOf(shown), clock())
  if (ticket === null) return EXPIRED
  const link = await repositories.oidcLinks.findByIdentity(ticket)
  if (link === null) return nextStepOf(context, ticket)
  if ((await repositories.oidcTickets.consume(keyOf(shown), clock())) === null) return EXPIRED
  return (await openSession(context, link, { ...ticket, origin: shown.origin }, t)) ?? EXPIRED
}

async function nextStepOf(context: Context, ticket: OidcTicketRecord): Promise<NextStep> {
  const { repositories, oidcProviders } = context
  const { email = '', isEmailVerified, issuer } = ticket
  const provider = oidcProviders.findByIssuer(issuer)
  if (provider === null) return EXPIRED
  const isKnown = isEmailVerified && (await repositories.users.isTaken('email', email))
  return { step: isKnown ? 'link' : 'signUp', provider: provider.label, email, isEmailVerified }
}

async function openSession(
  context: Context,
  link: OidcLinkRecord,
  { rememberMe, origin }: { rememberMe: boolean; origin: Origin },
  t: Translate,
): Promise<CreatedSession | null> {
  const { repositories, clock } = context
  const user = await repositories.users.findByNo(link.userNo)
  if (user === null) return null
  if (user.suspendedAt) throw suspended()
  const deviceLookup = await lookUpDevice(context, user.userNo, origin)
  // The link may have been removed, or the user suspended, meanwhile.
  const isStillValid = async () => {
    const [isLinked, now] = await Promise.all([
      repositories.oidcLinks.recordUse(link, clock()),
      repositories.users.findByNo(user.userNo),
    ])
    return isLinked && now !== null && now.suspendedAt === undefined
  }
  return createSession(context, { user, deviceLookup, rememberMe, proof: { isStillValid } }, t)
}

/** Nobody learns this password; the account has `withoutPassword`. */
const RANDOM_PASSWORD_BYTES = 32

/** Creates an account for an identity. A ticket that did not lead to one stays valid. */
export async function signUpByOidc(
  context: Context,
  { username, email: typed, ...shown }: ShownTicket & { username: string; email: string },
  t: Translate,
): Promise<CreatedSession | { fieldErrors: FieldErrors } | 'expired'> {
  const { repositories, clock, mailer } = context
  const ticket = await repositories.oidcTickets.consume(keyOf(shown), clock())
  if (ticket === null || (await repositories.oidcLinks.findByIdentity(ticket)) !== null) return 'expired'
  const email = ticket.isEmailVerified ? (ticket.email ?? '') : typed
  const created = emailField.safeParse(email).success
    ? await register(context, {
        email,
        username,
        mobile: '',
        password: randomBytes(RANDOM_PASSWORD_BYTES).toString('base64url'),
        withoutPassword: true,
        language: t.language,
        ...(ticket.isEmailVerified && { emailConfirmedAt: clock() }),
        ...(mailer.sendsMail && !ticket.isEmailVerified && { emailUnconfirmed: true }),
      })
    : { fieldErrors: { email: 'accounts.emailInvalid' } as const }
  if ('fieldErrors' in created) {
    await repositories.oidcTickets.create(ticket)
    return created
  }
  const { userNo } = created
  const { issuer, subject } = ticket
  const link: OidcLinkRecord = { linkId: randomUUID(), userNo, issuer, subject, createdAt: clock() }
  if (!(await repositories.oidcLinks.add(link))) {
    // The identity was linked meanwhile.
    await repositories.users.delete(userNo)
    return 'expired'
  }
  if (mailer.sendsMail && !ticket.isEmailVerified) await sendFirstConfirmation(context, userNo, t)
  const origin = { rememberMe: ticket.rememberMe, origin: shown.origin }
  return (await openSession(context, link, origin, t)) ?? 'expired'
}

/**
 * Signs in to the account with the verified address of the ticket, by its password or a temporary one, as `signIn`, and
 * links the identity. Returns null for a wrong password or an invalid ticket.
 */
export async function linkAtSignIn(
  context: Context,
  { password, ...shown }: ShownTicket & { password: string },
  t: Translate,
): Promise<CreatedSession | null> {
  const { repositories, clock, gate } = context
  const ticket = await repositories.oidcTickets.find(keyOf(shown), clock())
  if (ticket?.email === undefined || !ticket.isEmailVerified) return null
  const { email, rememberMe } = ticket
  const signedIn = await signIn(context, { email, password, rememberMe, origin: shown.origin }, t)
  if (signedIn === null) return null
  const session = await gate.find(signedIn.authToken)
  if (session !== null && (await repositories.oidcTickets.consume(keyOf(shown), clock())) !== null)
    await addLink(context, session, ticket)
  return signedIn
}

import { randomBytes, randomUUID } from 'node:crypto'
import { OIDC_TICKET_MS } from '#protocol/limits.ts'
import type { OidcPurpose } from '#protocol/oidc.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { runningApps } from './runningApps.ts'
import type { TestUser } from './users.ts'

export const ISSUER = 'https://accounts.example.com/'

const contextAt = (url: string) => runningApps.get(url)?.context

/** Links an identity without a provider, at a node of this process. Returns the id of the link. */
export async function insertLink({ url, userNo }: TestUser, subject: string = randomUUID()): Promise<string> {
  const linkId = randomUUID()
  const context = contextAt(url)
  const createdAt = context?.clock() ?? new Date()
  await context?.repositories.oidcLinks.add({ linkId, userNo, issuer: ISSUER, subject, createdAt })
  return linkId
}

interface TicketOptions {
  subject?: string
  purpose?: OidcPurpose
  /** Verified. */
  email?: string
  /** The user in whose session it may be used. */
  caller?: TestUser
}

/** Inserts a ticket for clients without cookies. Returns it. */
export async function insertTicket(
  url: string,
  { subject = randomUUID(), purpose = 'signIn', email, caller }: TicketOptions = {},
): Promise<string> {
  const ticket = randomBytes(16).toString('base64url')
  const context = contextAt(url)
  if (context === undefined) return ticket
  const session = caller && (await context.gate.find(caller.token))
  await context.repositories.oidcTickets.create({
    ticketHash: sha256(ticket),
    browserHash: '',
    issuer: ISSUER,
    subject,
    ...(email !== undefined && { email }),
    isEmailVerified: email !== undefined,
    purpose,
    rememberMe: false,
    ...(session && { tokenId: session.tokenId }),
    expiresAt: new Date(context.clock().getTime() + OIDC_TICKET_MS),
  })
  return ticket
}

import { randomUUID } from 'node:crypto'
import { PASSWORD_PROOF_MS } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { removeWayIn } from '#server/features/accounts/waysIn.service.ts'
import { type OwnRecords, ownRecords } from '#server/features/myInfo/myInfo.service.ts'
import { notFound, notSignedIn } from '#server/platform/errors.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { Session } from '#server/platform/session.ts'
import { createWithinQuota } from '#server/quotas.ts'
import type { OidcLinkRecord, OidcTicketRecord } from './oidc.repository.ts'

/** A ticket, as the browser that got it shows it. */
interface ShownTicket {
  ticket: string
  /** Null without the cookie. */
  browserHash: string | null
}

/** False if the identity belongs to another user. Idempotent. Throws `quota`. */
export async function addLink(
  context: Context,
  { viewer: { userNo }, tokenId }: Session,
  { issuer, subject }: Pick<OidcTicketRecord, 'issuer' | 'subject'>,
): Promise<boolean> {
  const { repositories, clock } = context
  const known = await repositories.oidcLinks.findByIdentity({ issuer, subject })
  if (known !== null) return known.userNo === userNo
  const link: OidcLinkRecord = { linkId: randomUUID(), userNo, issuer, subject, createdAt: clock(), tokenId }
  const isAdded = await createWithinQuota(context, ['oidcLinks', userNo], {
    count: async () => (await repositories.oidcLinks.findByUser(userNo)).length,
    create: () => repositories.oidcLinks.add(link),
    rollback: async isMade => isMade && repositories.oidcLinks.remove(userNo, link.linkId),
  })
  // `revokeOtherCredentials` ends sessions before it deletes links: it may have run meanwhile.
  if (isAdded && (await repositories.sessions.findById(tokenId)) === null) {
    await repositories.oidcLinks.remove(userNo, link.linkId)
    throw notSignedIn()
  }
  return isAdded
}

/** Links the identity of a ticket that this session began. Returns null on success. */
export async function finishLink(
  context: Context,
  session: Session,
  shown: ShownTicket,
): Promise<Extract<TextKey, 'oidc.expired' | 'oidc.othersLink'> | null> {
  const ticket = await consumeOwnTicket(context, session, shown, 'link')
  if (ticket === null) return 'oidc.expired'
  return (await addLink(context, session, ticket)) ? null : 'oidc.othersLink'
}

/** The password step with a linked identity. Only for accounts without a password; otherwise null. */
export async function proveByOidc(
  context: Context,
  session: Session,
  shown: ShownTicket,
): Promise<OwnRecords | null> {
  const { repositories, clock } = context
  const ticket = await consumeOwnTicket(context, session, shown, 'proof')
  if (ticket === null) return null
  const own = await ownRecords(context, session)
  const link = await repositories.oidcLinks.findByIdentity(ticket)
  if (link?.userNo !== session.viewer.userNo || !own.user.withoutPassword) return null
  const provenUntil = new Date(clock().getTime() + PASSWORD_PROOF_MS)
  await repositories.sessions.setProvenUntil(session.tokenId, provenUntil)
  return own
}

function consumeOwnTicket(
  { repositories, clock }: Context,
  { tokenId }: Session,
  { ticket, browserHash }: ShownTicket,
  purpose: 'link' | 'proof',
): Promise<OidcTicketRecord | null> {
  const key = { ticketHash: sha256(ticket), browserHash: browserHash ?? '', purpose, tokenId }
  return repositories.oidcTickets.consume(key, clock())
}

/** False for the last way to sign in. Throws `notFound`. */
export async function unlink(context: Context, { viewer }: Session, linkId: string): Promise<boolean> {
  const { repositories } = context
  const { userNo } = viewer
  const link = (await repositories.oidcLinks.findByUser(userNo)).find(each => each.linkId === linkId)
  if (link === undefined) throw notFound()
  const result = await removeWayIn(
    context,
    userNo,
    { linkId },
    {
      remove: () => repositories.oidcLinks.remove(userNo, linkId),
      restore: () => repositories.oidcLinks.add(link),
    },
  )
  return result === 'removed'
}
